package kernel

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestLargeCell: a cell of 50 MB, such as a comment that somebody has pasted, takes at most five times as much.
func TestLargeCell(t *testing.T) {
	if testing.Short() {
		t.Skip("50 MB")
	}
	const size = 50
	conn := tcpConnection(t, "key")
	cmd := startProcess(t, conn)
	k := connect(t, conn)
	defer k.leave()
	k.execute("1+1")
	before := statusKB(t, cmd.Process.Pid, "VmHWM:") >> 10
	x := k.execute("/*" + strings.Repeat("x", size<<20) + "*/\n6 * 7")
	if x.reply.content["status"] != "ok" {
		t.Errorf("%.200s", x.reply.raw)
	}
	took := statusKB(t, cmd.Process.Pid, "VmHWM:")>>10 - before
	if t.Logf("%d MB", took); took > 5*size {
		t.Errorf("%d MB for a cell of %d", took, size)
	}
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
