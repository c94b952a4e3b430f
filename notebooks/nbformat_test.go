package notebooks

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestAgainstNbformat: notebooks written by nbformat are read and written back byte for byte, and those of other
// programs become what nbformat makes of them.
func TestAgainstNbformat(t *testing.T) {
	ins, _ := filepath.Glob("testdata/nbformat/*.in.ipynb")
	if len(ins) == 0 {
		t.Fatal("no goldens")
	}
	for _, in := range ins {
		out := strings.Replace(in, ".in.", ".out.", 1)
		want, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{in, out} {
			nb, err := ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), string(nb.Encode())); diff != "" {
				t.Errorf("%s (-nbformat +ours):\n%s", name, diff)
			}
		}
	}
}

func TestOursAreAsNbformatWritesThem(t *testing.T) {
	for _, name := range ownNotebooks(t) {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		nb, err := Decode(b)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(nb.Encode()), string(b)); diff != "" {
			t.Errorf("%s (-nbformat +file):\n%s", name, diff)
		}
		ids := map[string]bool{}
		for _, c := range nb.Cells {
			if ids[c.ID] {
				t.Errorf("%s: two cells have the ID %q", name, c.ID)
			}
			ids[c.ID] = true
		}
	}
}

// ownNotebooks lists the notebooks of this directory.
func ownNotebooks(t *testing.T) []string {
	t.Helper()
	names, _ := filepath.Glob("*.ipynb")
	if len(names) == 0 {
		t.Fatal("no notebooks here")
	}
	return names
}

func TestDecodeErrors(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{``, "not a notebook: EOF"},
		{`[]`, "not a notebook: json: cannot unmarshal array"},
		{`{}{}`, "not a notebook: text after the end"},
		{"\ufeff[]", "not a notebook: json: cannot unmarshal array"},
		{"{\"nbformat\": 4,\n\"cells\": [{\"source\": \"caf\xe9\"}]}", "line 2 is not UTF-8"},
		{`{"nbformat": 3, "worksheets": []}`, "not a notebook of nbformat 4"},
		{`{"nbformat": 4, "cells": {}}`, `notebook: "cells" is not a list`},
		{`{"nbformat": 4, "cells": [1]}`, "cell 1 is not an object"},
		{`{"nbformat": 4, "cells": [{"source": 1}]}`, `cell 1: "source" is not a string or a list of strings`},
		{`{"nbformat": 4, "cells": [{"source": ["a", 1]}]}`, `cell 1: "source" is not a string or a list of strings`},
		{`{"nbformat": 4, "cells": [{"cell_type": "code", "execution_count": 1.5}]}`, `cell 1: "execution_count" is not an integer`},
		{`{"nbformat": 4, "cells": [{"cell_type": "code", "outputs": [{"output_type": "stream", "name": []}]}]}`, `cell 1, output 1: "name" is not a string`},
		{`{"nbformat": 4, "cells": [{"cell_type": "code", "outputs": [{"output_type": "error", "traceback": [1]}]}]}`, `cell 1, output 1: "traceback" is not a list of strings`},
	} {
		_, err := Decode([]byte(c.in))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Decode(%s) = %v, want %q", c.in, err, c.want)
		}
	}
}

// FuzzDecode: a notebook that can be decoded can be encoded, and a second round changes nothing.
func FuzzDecode(f *testing.F) {
	for _, pattern := range []string{"testdata/nbformat/*.ipynb", "*.ipynb"} {
		names, _ := filepath.Glob(pattern)
		for _, name := range names {
			b, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(b)
		}
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		nb, err := Decode(b)
		if err != nil {
			return
		}
		once := nb.Encode()
		again, err := Decode(once)
		if err != nil {
			t.Fatalf("cannot read what was written: %v\n%s", err, once)
		}
		if twice := again.Encode(); !bytes.Equal(once, twice) {
			t.Errorf("not stable: %s", cmp.Diff(string(once), string(twice)))
		}
	})
}
