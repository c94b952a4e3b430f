#!/usr/bin/env python3
"""Writes the numpy files that the tests of package np read, and golden.json with what numpy makes of them.

Run with Debian's python3-numpy in this folder. The files are checked in.
"""
import json

import numpy as np

DTYPES = ["bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64",
          "float16", "float32", "float64", "complex64", "complex128"]


def sample(dtype):
    x = np.array([[0, 1, 2], [3, 100, 5]])
    if dtype.startswith(("int", "float", "complex")):
        x = -x
    if dtype.startswith(("float", "complex")):
        x = x / 4
    if dtype.startswith("complex"):
        x = x + 1j
    return x.astype(dtype)


arrays = {name: sample(name) for name in DTYPES}
arrays["big_int16"] = sample("int16").astype(">i2")
arrays["big_complex64"] = sample("complex64").astype(">c8")
arrays["fortran"] = np.asfortranarray(np.arange(24, dtype=np.float32).reshape(2, 3, 4))
arrays["scalar"] = np.array(2.5)
arrays["empty"] = np.zeros((3, 0), np.int32)
arrays["vector"] = np.array([np.nan, np.inf, -np.inf, -0.0, 1e-310])

for name, x in arrays.items():
    np.save(name + ".npy", x)
with open("version2.npy", "wb") as f:
    np.lib.format.write_array(f, np.arange(3), version=(2, 0))
with open("version3.npy", "wb") as f:
    np.lib.format.write_array(f, np.arange(3), version=(3, 0))
arrays["version2"] = arrays["version3"] = np.arange(3)
np.savez("stored.npz", a=arrays["float32"], b=arrays["fortran"])
np.savez_compressed("deflated.npz", np.arange(1000), mask=arrays["bool"])
np.save("text.npy", np.array(["a", "bc"]))
np.save("record.npy", np.zeros(2, [("x", "i4"), ("y", "f4")]))

golden = {name: {"dtype": str(x.dtype.newbyteorder("=")), "shape": x.shape,
                 "bytes": x.astype(x.dtype.newbyteorder("<")).tobytes("C").hex()}
          for name, x in arrays.items()}
with open("golden.json", "w") as f:
    json.dump(golden, f, indent=1)
    f.write("\n")
