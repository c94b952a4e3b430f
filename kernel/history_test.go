package kernel

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/interp"
)

// TestHistoryAcrossKernels asks a third kernel for what two before it, which ran at once, have run.
func TestHistoryAcrossKernels(t *testing.T) {
	state := t.TempDir()
	t.Setenv("XDG_STATE_HOME", state)
	first, second := startKernel(t, tcpConnection(t, "key")), startKernel(t, tcpConnection(t, "key"))
	first.execute("value 1")
	first.request("shell", "history_request", struct{}{}) // its file is there before the other's: it is the first run
	second.execute("print a/b")
	first.execute("value 2")
	second.execute("print a/b")
	for _, c := range []*client{first, second} {
		c.request("control", "shutdown_request", struct{}{})
	}
	third := startKernel(t, tcpConnection(t, "key"))
	third.execute("value 3")
	tests := []struct{ name, request, want string }{
		{"tail", `{"hist_access_type":"tail","n":3}`, "[[2 1 print a/b] [2 2 print a/b] [3 1 value 3]]"},
		{"all", `{"hist_access_type":"tail"}`, "[[1 1 value 1] [1 2 value 2] [2 1 print a/b] [2 2 print a/b] [3 1 value 3]]"},
		{"output", `{"hist_access_type":"tail","n":1,"output":true}`, "[[3 1 [value 3 3]]]"},
		{"unknown", `{"hist_access_type":"head","n":2}`, "[]"},
		{"this session", `{"hist_access_type":"range","session":0}`, "[[3 1 value 3]]"},
		{"by number", `{"hist_access_type":"range","session":1,"start":2,"stop":9}`, "[[1 2 value 2]]"},
		{"the one before", `{"hist_access_type":"range","session":-1,"start":2}`, "[[2 2 print a/b]]"},
		{"too far back", `{"hist_access_type":"range","session":-7}`, "[]"},
		{"search", `{"hist_access_type":"search","pattern":"*a/?*","unique":true}`, "[[2 2 print a/b]]"},
		{"search for n", `{"hist_access_type":"search","pattern":"value*","n":2}`, "[[1 2 value 2] [3 1 value 3]]"},
		{"bad pattern", `{"hist_access_type":"search","pattern":"["}`, "[]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			x := third.request("shell", "history_request", rawf("%s", tt.request))
			if got := fmt.Sprint(x.reply.content["history"]); got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
		})
	}
	info, err := os.Stat(filepath.Join(state, "msrepl", "kernel-history", "00000001.jsonl"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v: what people type is theirs alone", info, err)
	}
}

// TestHistoryWithoutPlace: a home that does not exist, or is a file, costs the history only.
func TestHistoryWithoutPlace(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, env := range map[string][2]string{"nowhere": {"", ""}, "not a folder": {file, "/"}, "no such home": {"", "/proc/none"}} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("XDG_STATE_HOME", env[0])
			t.Setenv("HOME", env[1])
			c := startKernel(t, tcpConnection(t, "key"))
			c.execute("value 1")
			if got := fmt.Sprint(c.request("shell", "history_request", struct{}{}).reply.content["history"]); got != "[[0 1 value 1]]" {
				t.Error(got)
			}
		})
	}
}

// TestHistoryBounds: neither memory nor disk grow without end.
func TestHistoryBounds(t *testing.T) {
	dir := t.TempDir()
	for range historyRuns + 20 {
		s := openHistory(dir, func(err error) { t.Error(err) })
		s.add(historyEntry{line: 1, input: "x"})
		s.close()
	}
	s := openHistory(dir, func(err error) { t.Error(err) })
	if n := len(s.runs()); n > historyRuns+1 {
		t.Errorf("%d runs are kept", n)
	}
	h := history{store: s}
	long := strings.Repeat("y", historyBytes/8)
	for i := range 40 {
		h.add(i+1, long, interp.Result{})
		h.save()
	}
	if h.bytes > historyBytes {
		t.Errorf("%d bytes stay in memory", h.bytes)
	}
	if info, err := os.Stat(s.path(s.session)); err != nil || info.Size() > historyDisk {
		t.Errorf("%v %v", info, err)
	}
	h.close()
	if err := os.WriteFile(s.path(s.session), []byte("{\n\x00\n{\"line\":3,\"input\":\"z\"}\n{\"line\":4,\"inp"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := s.read(s.session); len(got) != 1 || got[0].input != "z" {
		t.Errorf("of a damaged file: %v", got)
	}
}

// TestHistoryFails: after an error of the disk, the history is no longer written, and the error is reported once.
func TestHistoryFails(t *testing.T) {
	told := 0
	s := openHistory(t.TempDir(), func(error) { told++ })
	s.add(historyEntry{line: 1, input: "kept"})
	if err := s.file.Close(); err != nil {
		t.Fatal(err)
	}
	for line := range 3 {
		s.add(historyEntry{line: 2 + line, input: "lost"})
	}
	if got := s.others(0); told != 1 || len(got) != 1 || got[0].input != "kept" {
		t.Errorf("told %d times, kept %v", told, got)
	}
}
