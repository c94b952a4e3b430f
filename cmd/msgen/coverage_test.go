package main

import (
	"bytes"
	"strings"
	"testing"
)

func TestCoverage(t *testing.T) {
	list, err := readNames(`# a comment
## ops functions
add sum_ext t=Tensor.T gone=ops.Gone
lost
- of graph mode: depend
## nn cells
Dense Momentum Cell.get_flags`)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	writeCoverage(&b, list, map[string]bool{
		"ops.add": true, "Tensor.sum": true, "Tensor.t": true, "nn.newdense": true, "nn.momentum": true, "nn.cell.getflags": true,
	})
	for _, want := range []string{
		"| functions | 6 | 1 | 3 | 50.0 % | 60.0 % |",
		"| cells | 3 | 0 | 2 | 66.7 % | 66.7 % |",
		"| **all** | 9 | 1 | 5 | 55.6 % | 62.5 % |",
		"| functions | not there | `gone`, `lost` |",
		"| functions | of graph mode | `depend` |",
		"| cells | not there | `Momentum` |",
	} {
		if !strings.Contains(b.String(), want+"\n") {
			t.Errorf("no line %q in\n%s", want, b.String())
		}
	}
	if _, err := readNames("## what is this"); err == nil {
		t.Error("readNames accepts an unknown kind")
	}
}
