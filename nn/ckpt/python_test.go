package ckpt

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
	"github.com/msrepl/msrepl/tensor"
)

// pythonReader reads a safetensors file by the description of the format alone (a length in 8 bytes, a JSON header,
// the data), prints what it holds, and writes the same tensors into a second file, in another order and with blanks
// behind the header.
const pythonReader = `
import json, struct, sys
raw = open(sys.argv[1], "rb").read()
n, = struct.unpack("<Q", raw[:8])
head, data = json.loads(raw[8:8 + n]), raw[8 + n:]
assert head.pop("__metadata__")["format"] == "ms"
letters, out, blob = {"F32": "f", "I64": "q", "BOOL": "?", "F16": "e"}, {}, b""
assert sum(e - b for b, e in (v["data_offsets"] for v in head.values())) == len(data)
for name in sorted(head, reverse=True):
    v = head[name]
    b, e = v["data_offsets"]
    print(name, v["dtype"], v["shape"], [x for x, in struct.iter_unpack("<" + letters[v["dtype"]], data[b:e])])
    out[name] = dict(v, data_offsets=[len(blob), len(blob) + e - b])
    blob += data[b:e]
text = json.dumps(out).encode() + b"   "
open(sys.argv[2], "wb").write(struct.pack("<Q", len(text)) + text + blob)
`

func TestPythonReadsSafetensors(t *testing.T) {
	python := testenv.Program(t, "python3")
	dir := t.TempDir()
	ours, theirs := filepath.Join(dir, "ours.safetensors"), filepath.Join(dir, "theirs.safetensors")
	d := dict(param("w", tensor.New([][]float32{{1, 2.5}, {-3, 0}})), param("n", tensor.New([]int{7, -1})),
		param("on", tensor.New([]bool{true, false})), param("h", tensor.New(0.5, tensor.Float16)))
	if err := Save(d, ours); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(python, "-c", pythonReader, ours, theirs).CombinedOutput()
	const want = "w F32 [2, 2] [1.0, 2.5, -3.0, 0.0]\non BOOL [2] [True, False]\nn I64 [2] [7, -1]\nh F16 [] [0.5]\n"
	if err != nil || string(out) != want {
		t.Fatalf("%s%v\nwant %s", out, err, want)
	}
	if info, err := os.Stat(theirs); err != nil || info.Size() == 0 {
		t.Fatal(err)
	}
	back, err := Load(theirs)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"w", "n", "on", "h"} {
		if got, want := back.Get(name).Value().Repr(), d.Get(name).Value().Repr(); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}
