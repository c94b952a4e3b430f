package kernel

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// TestLargeCell: a cell of 50 MB takes at most five times as much, whether that is a comment that somebody has pasted,
// a text, or a list of constants. Code runs in pieces, which takes seconds for each MB, so these cells are smaller, and
// what any cell takes counts for more.
func TestLargeCell(t *testing.T) {
	if testing.Short() {
		t.Skip("50 MB")
	}
	for _, tt := range []struct {
		name, head, part, tail string // part holds the number of the part where it has a %d
		mb, most               int
	}{
		{"comment", "/*", "some words ", "*/\n6 * 7", 50, 5},
		{"comments", "", "// some words of a text that is long\n", "6 * 7", 50, 5},
		{"raw string", "s := `", "some words\n", "`\nlen(s)", 50, 5},
		{"string", `s := "`, "some words ", "\"\nlen(s)", 50, 5},
		{"string with escapes", `s := "`, `\tsome words\n`, "\"\nlen(s)", 50, 5},
		{"numbers", "v := []float64{", "0.%06d, ", "}\nlen(v)", 50, 5},
		{"lines of numbers", "v := []int{\n", "%d,\n", "}\nlen(v)", 50, 5},
		{"rows", "v := [][]float32{\n", "{1.5, -%d, 0.25, 100.125, 1e3},\n", "}\nlen(v)", 50, 5},
		{"strings", "v := []string{", `"word %d", `, "}\nlen(v)", 50, 5},
		{"map", "v := map[string]int{", `"a longer word %d": 1, `, "}\nlen(v)", 50, 5},
		{"structs", "type P struct { Name string; X, Y float64 }\nv := []P{", "{Name: `the name %d`, X: 1.25},\n", "}\nlen(v)", 50, 5},
		{"statements", "x := 0\n", "x += %d\n", "x", 6, 10},
		{"calls", "f := func(i int) int { return i }\nv := []int{", "f(%d), ", "}\nlen(v)", 6, 10},
	} {
		t.Run(tt.name, func(t *testing.T) {
			conn := tcpConnection(t, "key")
			cmd := startProcess(t, conn)
			k := connect(t, conn)
			defer k.leave()
			k.execute("1+1")
			before := statusKB(t, cmd.Process.Pid, "VmHWM:") >> 10
			x := k.execute(largeCellOf(tt.head, tt.part, tt.tail, tt.mb<<20))
			if x.reply.content["status"] != "ok" {
				t.Errorf("%.200s", x.reply.raw)
			}
			took := statusKB(t, cmd.Process.Pid, "VmHWM:")>>10 - before
			if t.Logf("%d MB", took); took > tt.most*tt.mb {
				t.Errorf("%d MB for a cell of %d", took, tt.mb)
			}
		})
	}
}

// largeCellOf repeats a part of a cell until that has so many bytes.
func largeCellOf(head, part, tail string, size int) string {
	var b strings.Builder
	b.WriteString(head)
	for i := 1; b.Len() < size; i++ {
		if strings.Contains(part, "%") {
			fmt.Fprintf(&b, part, i)
		} else {
			b.WriteString(part)
		}
	}
	return b.String() + tail
}

func TestInputContent(t *testing.T) {
	for _, code := range []string{"", "x := 1\n\ty", `"quoted" \n`, "\x00\x1f\r\x7f", "世界 \u2028 <b>&", "bad \xff c", "\ufffd"} {
		var got struct {
			Code  string `json:"code"`
			Count int    `json:"execution_count"`
		}
		if err := json.Unmarshal(inputContent(code, 7), &got); err != nil || got.Code != strings.ToValidUTF8(code, "\ufffd") || got.Count != 7 {
			t.Errorf("%q: %+v, %v", code, got, err)
		}
	}
}
