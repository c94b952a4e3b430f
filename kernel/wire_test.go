package kernel

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestHostileMessages sends each to a kernel that must log it, and answer the next good message.
func TestHostileMessages(t *testing.T) {
	head := func(msgType string) string {
		return fmt.Sprintf(`{"msg_id":"m","msg_type":%q,"session":"s","username":"u","date":"","version":"5.3"}`, msgType)
	}
	good := []string{head("kernel_info_request"), "{}", "{}", "{}"}
	replace := func(at int, s string) []string {
		frames := append([]string(nil), good...)
		frames[at] = s
		return frames
	}
	deep := strings.Repeat(`{"a":`, 20000) + "1" + strings.Repeat("}", 20000)
	tests := []struct {
		name   string
		frames []string // after the delimiter and the signature; the signature is right
		log    string
	}{
		{"no header", nil, "too few frames"},
		{"no content", good[:3], "too few frames"},
		{"header is no JSON", replace(0, "{"), "not valid JSON"},
		{"header is a list", replace(0, "[]"), "not a JSON object"},
		{"header is empty", replace(0, "{}"), "msg_id or msg_type is missing"},
		{"msg_id is a number", replace(0, `{"msg_id":1,"msg_type":"kernel_info_request"}`), "cannot unmarshal"},
		{"parent is null", replace(1, "null"), "not a JSON object"},
		{"metadata is text", replace(2, `"x"`), "not a JSON object"},
		{"content is a number", replace(3, "7"), "not a JSON object"},
		{"content is empty", replace(3, ""), "not a JSON object"},
		{"content is binary", replace(3, "\x00\xFF"), "not a JSON object"},
		{"content too deep", replace(3, deep), "not valid JSON"},
		{"more than one value", replace(3, "{}{}"), "not valid JSON"},
		{"unknown type", replace(0, head("no_such_request")), "unknown message"},
	}
	c := startKernel(t, tcpConnection(t, "key"))
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			signed := make([][]byte, len(tt.frames))
			for i, f := range tt.frames {
				signed[i] = []byte(f)
			}
			frames := append([][]byte{[]byte(delimiter), c.session.sign(signed)}, signed...)
			expectLog(t, c, frames, tt.log)
		})
	}
	whole, err := c.session.encode(nil, "kernel_info_request", nil, struct{}{})
	if err != nil {
		t.Fatal(err)
	}
	forged := append([][]byte(nil), whole...)
	forged[1] = []byte(strings.Repeat("0", 64))
	for name, frames := range map[string][][]byte{
		"wrong signature": forged, "no signature": append([][]byte{whole[0], {}}, whole[2:]...),
	} {
		t.Run(name, func(t *testing.T) { expectLog(t, c, frames, "wrong signature") })
	}
	t.Run("no delimiter", func(t *testing.T) { expectLog(t, c, whole[1:], "too few frames") })
	t.Run("one empty frame", func(t *testing.T) { expectLog(t, c, [][]byte{{}}, "too few frames") })
	t.Run("replayed", func(t *testing.T) {
		c.sendFrames("shell", whole)
		expectLog(t, c, whole, "used before")
	})
}

// expectLog sends frames, waits for the answer to a good request behind them, and looks into the log.
func expectLog(t *testing.T, c *client, frames [][]byte, want string) {
	t.Helper()
	before := len(c.log.String())
	c.sendFrames("shell", frames)
	c.request("shell", "kernel_info_request", struct{}{})
	if got := c.log.String()[before:]; !strings.Contains(got, want) {
		t.Errorf("log %q, want %q", got, want)
	}
}

func TestUnsigned(t *testing.T) {
	c := startKernel(t, tcpConnection(t, ""))
	frames, err := newSession("the kernel does not care").encode(nil, "kernel_info_request", nil, struct{}{})
	if err != nil {
		t.Fatal(err)
	}
	c.sendFrames("shell", frames)
	c.until("shell", func(m received) bool { return m.header.MsgType == "kernel_info_reply" })
}

// FuzzDecode: nothing that a client sends harms, and what is taken can be answered.
func FuzzDecode(f *testing.F) {
	f.Add([]byte("id|<IDS|MSG>||{}|{}|{}|{}"))
	f.Add([]byte("<IDS|MSG>|0|{\"msg_id\":\"1\",\"msg_type\":\"x\"}|{}|{}|{\"code\":1}|buffer"))
	f.Fuzz(func(t *testing.T, wire []byte) {
		frames := bytes.Split(bytes.ReplaceAll(wire, []byte(delimiter), []byte("\x00")), []byte("|"))
		for i := range frames {
			frames[i] = bytes.ReplaceAll(frames[i], []byte("\x00"), []byte(delimiter))
		}
		m, err := newSession("").decode(frames)
		if err != nil {
			return
		}
		if _, err := newSession("k").encode(m.identities, "reply", m.rawHeader, m.content); err != nil {
			t.Errorf("%q cannot be answered: %v", frames, err)
		}
	})
}

func TestSignatureLog(t *testing.T) {
	l := newSignatureLog()
	signature := func(i int) []byte { return fmt.Appendf(nil, "%032x%032x", i, 0) }
	for i := range rememberedSignatures + 10 {
		if !l.add(signature(i)) {
			t.Fatalf("%d is new", i)
		}
	}
	if l.add(signature(rememberedSignatures)) {
		t.Error("a recent signature is taken twice")
	}
	if !l.add(signature(3)) || len(l.known) != rememberedSignatures {
		t.Errorf("%d signatures kept", len(l.known))
	}
}

func TestConnectionFile(t *testing.T) {
	tests := []struct{ name, text, want string }{ // want is part of the error, "" for none
		{"defaults", `{"shell_port":1}`, ""},
		{"unsigned", `{"key":"","signature_scheme":"none"}`, ""},
		{"no JSON", `{`, "unexpected end"},
		{"other scheme", `{"key":"k","signature_scheme":"hmac-md5"}`, "hmac-md5"},
	}
	for _, tt := range tests {
		file := filepath.Join(t.TempDir(), "c.json")
		if err := os.WriteFile(file, []byte(tt.text), 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := readConnection(file)
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v", tt.name, err)
		}
		if err == nil && c.IP != "127.0.0.1" {
			t.Errorf("%s: %+v", tt.name, c)
		}
	}
	if _, err := readConnection("no such file"); err == nil {
		t.Error("a missing file is no error")
	}
}

func TestSplitIncomplete(t *testing.T) {
	for _, s := range []string{"", "a", "é", "a😀", "\xFF", "\x80\x80\x80\x80\x80", "日本語"} {
		for cut := range len(s) + 1 {
			whole, rest := splitIncomplete(s[:cut])
			if whole+rest != s[:cut] || len(rest) >= utf8.UTFMax {
				t.Errorf("%q is split into %q and %q", s[:cut], whole, rest)
			}
			if utf8.ValidString(s) && !utf8.ValidString(whole) {
				t.Errorf("%q ends in the middle of a character", whole)
			}
		}
	}
}

func TestCursorOffsets(t *testing.T) {
	const s = "é😀 x"
	tests := []struct{ points, bytes int }{{0, 0}, {1, 2}, {2, 6}, {3, 7}, {4, 8}}
	for _, tt := range tests {
		if b, p := byteOffset(s, tt.points), pointOffset(s, tt.bytes); b != tt.bytes || p != tt.points {
			t.Errorf("%+v: %d bytes, %d points", tt, b, p)
		}
	}
	if byteOffset(s, 99) != len(s) || byteOffset(s, -1) != 0 || pointOffset(s, 99) != 4 || pointOffset(s, -1) != 0 {
		t.Error("offsets beyond the ends")
	}
}
