#!/usr/bin/env python3
"""Start the msrepl kernel in a pod of Enterprise Gateway.

The gateway wants the ports that the kernel listens on: they are chosen here, written to a connection file, and
sent to the gateway encrypted with the key that it has passed. Then msrepl takes the place of this process.
"""
import argparse
import base64
import json
import os
import random
import socket
import sys
import tempfile
import uuid

PORTS = ("shell_port", "iopub_port", "stdin_port", "hb_port", "control_port")


def parse(argv):
    """Return what the gateway has to say: as arguments, in either of its styles, or in the environment of the pod."""
    parser = argparse.ArgumentParser(allow_abbrev=False)
    for name in ("kernel-id", "port-range", "response-address", "public-key"):
        dest = name.replace("-", "_")
        default = os.environ.get(dest.upper()) or os.environ.get("EG_" + dest.upper(), "")
        parser.add_argument("--RemoteProcessProxy." + name, "--" + name, dest=dest, default=default)
    return parser.parse_known_args(argv)[0]


def free_ports(count, span):
    """Return ports that are free now, within span = "low..high" unless that is 0..0."""
    low, _, high = (span or "0..0").partition("..")
    low, high = int(low or 0), int(high or 0)
    ports, held = [], []
    while len(ports) < count:
        s = socket.socket()
        try:
            s.bind(("", random.randint(low, high) if high else 0))
        except OSError:
            s.close()
            continue
        ports.append(s.getsockname()[1])
        held.append(s)
    for s in held:
        s.close()
    return ports


def encrypt(text, public_key):
    """Encrypt the way the gateway's listener decrypts: AES for the text, RSA for the key of AES."""
    from Cryptodome.Cipher import AES, PKCS1_v1_5
    from Cryptodome.PublicKey import RSA
    from Cryptodome.Random import get_random_bytes
    from Cryptodome.Util.Padding import pad

    key = get_random_bytes(16)
    sealed = AES.new(key, AES.MODE_ECB).encrypt(pad(text.encode(), 16))
    rsa = PKCS1_v1_5.new(RSA.import_key(base64.b64decode(public_key)))
    payload = dict(version=1, key=base64.b64encode(rsa.encrypt(key)).decode(), conn_info=base64.b64encode(sealed).decode())
    return base64.b64encode(json.dumps(payload).encode())


def main():
    options = parse(sys.argv[1:])
    address = socket.gethostbyname(socket.gethostname())
    connection = dict(zip(PORTS, free_ports(len(PORTS), options.port_range)))
    connection.update(ip="0.0.0.0", transport="tcp", key=str(uuid.uuid4()), signature_scheme="hmac-sha256", kernel_name="msrepl")
    handle, path = tempfile.mkstemp(prefix="kernel-", suffix=".json")
    with os.fdopen(handle, "w") as f:
        json.dump(connection, f)
    if options.response_address:
        told = dict(connection, ip=address, pid=os.getpid(), pgid=os.getpgid(0), kernel_id=options.kernel_id)
        host, _, port = options.response_address.rpartition(":")
        with socket.create_connection((host, int(port)), timeout=30) as s:
            s.sendall(encrypt(json.dumps(told), options.public_key))
    os.execvp("msrepl", ["msrepl", "kernel", path])


if __name__ == "__main__":
    main()
