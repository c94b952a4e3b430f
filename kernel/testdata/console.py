"""Type one line into `jupyter console` and expect its result as Out[1]; then leave.

Usage: console.py KERNEL INPUT OUTPUT
"""
import sys

import pexpect

kernel, text, output = sys.argv[1:]
console = pexpect.spawn(
    sys.executable, ["-m", "jupyter_console", "--kernel", kernel, "--simple-prompt"],
    timeout=600, encoding="utf-8", dimensions=(40, 120))
console.expect(r"In \[1\]: ")
console.sendline(text)
console.expect(r"Out\[1\]: .*" + output)
console.expect(r"In \[2\]: ")
console.sendeof()
console.expect("really want to exit")
console.sendline("y")
console.expect(pexpect.EOF)
