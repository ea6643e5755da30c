"""Runs a program in a pseudo terminal and types into it, as a person would.

stdin: {"argv": [...], "env": {...}, "steps": [["what must be shown first", "what is typed then"], ...]}
stdout: {"code": N, "signal": N, "shown": "...", "echo": true when the terminal echoes again after the end}
A step's text "SIGTERM" sends that signal instead.
"""
import json, os, pty, select, signal, sys, termios, time

LIMIT_S = 15

def main():
    task = json.load(sys.stdin)
    pid, terminal = pty.fork()
    if pid == 0:
        os.execve(task["argv"][0], task["argv"], task["env"])
    end = time.monotonic() + LIMIT_S
    shown, unread = b"", b""

    def more():
        """False when the program has closed its side."""
        left = end - time.monotonic()
        if left <= 0 or not select.select([terminal], [], [], left)[0]:
            os.kill(pid, signal.SIGKILL)
            return False
        try:
            part = os.read(terminal, 4096)
        except OSError:
            return False
        nonlocal shown, unread
        shown, unread = shown + part, unread + part
        return part != b""

    for awaited, typed in task["steps"]:
        while awaited.encode() not in unread and more():
            pass
        unread = unread[unread.find(awaited.encode()) + len(awaited.encode()):]
        if typed == "SIGTERM":
            os.kill(pid, signal.SIGTERM)
        else:
            os.write(terminal, typed.encode())
    while more():
        pass
    echo = bool(termios.tcgetattr(terminal)[3] & termios.ECHO)
    status = os.waitpid(pid, 0)[1]
    print(json.dumps({
        "code": os.WEXITSTATUS(status) if os.WIFEXITED(status) else None,
        "signal": os.WTERMSIG(status) if os.WIFSIGNALED(status) else None,
        "shown": shown.decode(),
        "echo": echo,
    }))

main()
