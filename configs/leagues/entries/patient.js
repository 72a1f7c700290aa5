// A sample entry in JavaScript: it speaks the protocol of docs/protocol.md and needs no package.
//
// It never raises a bid, keeps its high cards and gives its low ones; in Draw the Bomb it scouts
// when it knows nothing, and dodges a bomb that it knows.
//
// In a league file:  command = ["node", "patient.js"]   files = ["patient.js"]

const RANKS = "9JQKTA";

function tysiac(decision) {
  const { phase, legal, trick } = decision;
  if (phase !== "play") return legal[0];
  const melds = legal.filter((text) => text.endsWith(" meld"));
  if (melds.length > 0) return melds[melds.length - 1];
  const byRank = [...legal].sort((one, other) => RANKS.indexOf(one[0]) - RANKS.indexOf(other[0]));
  return trick.length === 0 ? byRank[byRank.length - 1] : byRank[0];
}

function drawTheBomb(decision) {
  const { legal, intel } = decision;
  const wanted = intel[0] === "bomb" ? ["dodge", "redirect", "reshuffle"] : [];
  if (intel[0] === null) wanted.push("scout");
  return wanted.find((text) => legal.includes(text)) ?? legal[0];
}

let decide = tysiac;

function answer(message) {
  if (message.type === "hello") {
    decide = message.game === "draw_the_bomb" ? drawTheBomb : tysiac;
    return { type: "ready" };
  }
  if (message.type === "decide") {
    const actions = message.questions.map((question) => decide(question.decision));
    return { type: "answer", id: message.id, actions };
  }
  return null; // "bye": nothing will follow
}

const lines = require("node:readline").createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const reply = answer(JSON.parse(line));
  if (reply !== null) process.stdout.write(JSON.stringify(reply) + "\n");
});
