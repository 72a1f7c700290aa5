from tournament.cli.main import main

main()
