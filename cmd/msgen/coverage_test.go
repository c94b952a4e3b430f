package main

import (
	"bytes"
	"slices"
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
		"ops.add": true, "Tensor.sum": true, "Tensor.t": true, "nn.newdense": true, "nn.momentum": true,
		"nn.cell.getflags": true,
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

// homonyms are names that are left out although another thing of the same name exists, by their reasons.
var homonyms = map[string]string{
	"of hypercomplex networks": "Conv1d Conv3d BatchNorm1d BatchNorm3d ReLU MaxPool1d " +
		"AvgPool2d AdaptiveAvgPool1d AdaptiveMaxPool2d",
	"of distributed training": "scatter",
	"internal to MindSpore":   "IgammaGradA",
}

// TestLeftOut compares what the lists say is left out with what is there.
func TestLeftOut(t *testing.T) {
	have, err := exported("../../tensor")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"rank.txt", "examples.txt", "training.txt", "lists.txt"} {
		text, err := names.ReadFile("names/" + file)
		if err != nil {
			t.Fatal(err)
		}
		sections, err := readNames(string(text))
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range sections {
			for _, a := range s.names {
				if a.reason == "" || slices.Contains(strings.Fields(homonyms[a.reason]), a.name) {
					continue
				}
				if why := a.reason; s.has(apiName{a.name, a.ours, ""}, have) {
					t.Errorf("%s: %s, %s, exists", file, a.name, why)
				}
			}
		}
	}
}
