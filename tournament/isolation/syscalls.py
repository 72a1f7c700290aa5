"""Numbers of the system calls that the filter names, by machine, from the kernel's headers."""

__all__ = ["HIGHEST_KNOWN", "NUMBERS"]

HIGHEST_KNOWN = 450  # set_mempolicy_home_node, Linux 5.17; the same on both machines

# fmt: off
_X86_64 = {
    "accept": 43, "accept4": 288, "acct": 163, "add_key": 248, "adjtimex": 159, "bind": 49,
    "bpf": 321, "chmod": 90, "chown": 92, "chroot": 161, "clock_adjtime": 305, "clock_getres": 229,
    "clock_gettime": 228, "clock_nanosleep": 230, "clock_settime": 227, "clone": 56, "clone3": 435,
    "connect": 42, "delete_module": 176, "fanotify_init": 300, "fanotify_mark": 301, "fchmod": 91,
    "fchmodat": 268, "fchown": 93, "fchownat": 260, "fcntl": 72, "finit_module": 313, "flock": 73,
    "fremovexattr": 199, "fsconfig": 431, "fsetxattr": 190, "fsmount": 432, "fsopen": 430,
    "fspick": 433, "futimesat": 261, "getpgid": 121, "getpriority": 140, "getsid": 124,
    "init_module": 175, "inotify_init": 253, "inotify_init1": 294, "io_uring_enter": 426,
    "io_uring_register": 427, "io_uring_setup": 425, "ioctl": 16, "ioperm": 173, "iopl": 172,
    "ioprio_get": 252, "ioprio_set": 251, "kcmp": 312, "kexec_file_load": 320, "kexec_load": 246,
    "keyctl": 250, "kill": 62, "landlock_add_rule": 445, "landlock_create_ruleset": 444,
    "landlock_restrict_self": 446, "lchown": 94, "listen": 50, "lookup_dcookie": 212,
    "lremovexattr": 198, "lsetxattr": 189, "mbind": 237, "memfd_create": 319, "memfd_secret": 447,
    "migrate_pages": 256, "mincore": 27, "modify_ldt": 154, "mount": 165, "mount_setattr": 442,
    "move_mount": 429, "move_pages": 279, "mq_getsetattr": 245, "mq_notify": 244, "mq_open": 240,
    "mq_timedreceive": 243, "mq_timedsend": 242, "mq_unlink": 241, "msgctl": 71, "msgget": 68,
    "msgrcv": 70, "msgsnd": 69, "name_to_handle_at": 303, "open_by_handle_at": 304,
    "open_tree": 428, "perf_event_open": 298, "personality": 135, "pidfd_getfd": 438,
    "pidfd_send_signal": 424, "pivot_root": 155, "preadv2": 327, "prlimit64": 302,
    "process_madvise": 440, "process_mrelease": 448, "process_vm_readv": 310,
    "process_vm_writev": 311, "ptrace": 101, "quotactl": 179, "quotactl_fd": 443, "reboot": 169,
    "removexattr": 197, "request_key": 249, "rt_sigqueueinfo": 129, "rt_tgsigqueueinfo": 297,
    "sched_getaffinity": 204, "sched_getattr": 315, "sched_getparam": 143,
    "sched_getscheduler": 145, "sched_rr_get_interval": 148, "sched_setaffinity": 203,
    "sched_setattr": 314, "sched_setparam": 142, "sched_setscheduler": 144, "seccomp": 317,
    "semctl": 66, "semget": 64, "semop": 65, "semtimedop": 220, "sendmmsg": 307, "sendmsg": 46,
    "set_mempolicy": 238, "set_mempolicy_home_node": 450, "setdomainname": 171, "sethostname": 170,
    "setns": 308, "setpriority": 141, "setsockopt": 54, "settimeofday": 164, "setxattr": 188,
    "shmat": 30, "shmctl": 31, "shmget": 29, "socket": 41, "socketpair": 53, "swapoff": 168,
    "swapon": 167, "sysinfo": 99, "syslog": 103, "tgkill": 234, "timer_create": 222, "tkill": 200,
    "truncate": 76, "umount2": 166, "unshare": 272, "userfaultfd": 323, "utime": 132,
    "utimensat": 280, "utimes": 235, "vhangup": 153,
}

_AARCH64 = {
    "accept": 202, "accept4": 242, "acct": 89, "add_key": 217, "adjtimex": 171, "bind": 200,
    "bpf": 280, "chroot": 51, "clock_adjtime": 266, "clock_getres": 114, "clock_gettime": 113,
    "clock_nanosleep": 115, "clock_settime": 112, "clone": 220, "clone3": 435, "connect": 203,
    "delete_module": 106, "fanotify_init": 262, "fanotify_mark": 263, "fchmod": 52, "fchmodat": 53,
    "fchown": 55, "fchownat": 54, "fcntl": 25, "finit_module": 273, "flock": 32, "fremovexattr": 16,
    "fsconfig": 431, "fsetxattr": 7, "fsmount": 432, "fsopen": 430, "fspick": 433, "getpgid": 155,
    "getpriority": 141, "getsid": 156, "init_module": 105, "inotify_init1": 26,
    "io_uring_enter": 426, "io_uring_register": 427, "io_uring_setup": 425, "ioctl": 29,
    "ioprio_get": 31, "ioprio_set": 30, "kcmp": 272, "kexec_file_load": 294, "kexec_load": 104,
    "keyctl": 219, "kill": 129, "landlock_add_rule": 445, "landlock_create_ruleset": 444,
    "landlock_restrict_self": 446, "listen": 201, "lookup_dcookie": 18, "lremovexattr": 15,
    "lsetxattr": 6, "mbind": 235, "memfd_create": 279, "memfd_secret": 447, "migrate_pages": 238,
    "mincore": 232, "mount": 40, "mount_setattr": 442, "move_mount": 429, "move_pages": 239,
    "mq_getsetattr": 185, "mq_notify": 184, "mq_open": 180, "mq_timedreceive": 183,
    "mq_timedsend": 182, "mq_unlink": 181, "msgctl": 187, "msgget": 186, "msgrcv": 188,
    "msgsnd": 189, "name_to_handle_at": 264, "open_by_handle_at": 265, "open_tree": 428,
    "perf_event_open": 241, "personality": 92, "pidfd_getfd": 438, "pidfd_send_signal": 424,
    "pivot_root": 41, "preadv2": 286, "prlimit64": 261, "process_madvise": 440,
    "process_mrelease": 448, "process_vm_readv": 270, "process_vm_writev": 271, "ptrace": 117,
    "quotactl": 60, "quotactl_fd": 443, "reboot": 142, "removexattr": 14, "request_key": 218,
    "rt_sigqueueinfo": 138, "rt_tgsigqueueinfo": 240, "sched_getaffinity": 123,
    "sched_getattr": 275, "sched_getparam": 121, "sched_getscheduler": 120,
    "sched_rr_get_interval": 127, "sched_setaffinity": 122, "sched_setattr": 274,
    "sched_setparam": 118, "sched_setscheduler": 119, "seccomp": 277, "semctl": 191, "semget": 190,
    "semop": 193, "semtimedop": 192, "sendmmsg": 269, "sendmsg": 211, "set_mempolicy": 237,
    "set_mempolicy_home_node": 450, "setdomainname": 162, "sethostname": 161, "setns": 268,
    "setpriority": 140, "setsockopt": 208, "settimeofday": 170, "setxattr": 5, "shmat": 196,
    "shmctl": 195, "shmget": 194, "socket": 198, "socketpair": 199, "swapoff": 225, "swapon": 224,
    "sysinfo": 179, "syslog": 116, "tgkill": 131, "timer_create": 107, "tkill": 130, "truncate": 45,
    "umount2": 39, "unshare": 97, "userfaultfd": 282, "utimensat": 88, "vhangup": 58,
}

# fmt: on

NUMBERS = {"x86_64": _X86_64, "aarch64": _AARCH64}
