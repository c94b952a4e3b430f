package kernel

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"testing"
	"time"

	"github.com/msrepl/msrepl/interp"
)

// BenchmarkTrivialCell measures a cell that does nothing, from request to reply and idle, without a
// session and with one. The client speaks ZMTP by hand, so that it costs little itself.
func BenchmarkTrivialCell(b *testing.B) {
	b.Run("kernel", func(b *testing.B) { benchmarkRequest(b, newFakeEngine, "execute_request", "value 2") })
	b.Run("session", func(b *testing.B) { benchmarkRequest(b, newSessionEngine, "execute_request", "1+1") })
}

// BenchmarkKernelInfo measures the round trip of a request that needs no session.
func BenchmarkKernelInfo(b *testing.B) {
	benchmarkRequest(b, newFakeEngine, "kernel_info_request", "")
}

func benchmarkRequest(b *testing.B, newEngine func(interp.Sink, io.Reader) (engine, error), msgType, code string) {
	conn := tcpConnection(b, "key")
	c, _ := launch(b, conn, newEngine)
	var shell, iopub rawPeer
	for _, s := range []struct {
		peer *rawPeer
		kind string
		port int
	}{{&shell, "DEALER", conn.ShellPort}, {&iopub, "SUB", conn.IOPubPort}} {
		*s.peer = dialPatiently(b, fmt.Sprintf("127.0.0.1:%d", s.port))
		s.peer.shake(b, s.kind)
		if err := s.peer.SetDeadline(time.Time{}); err != nil {
			b.Fatal(err)
		}
	}
	iopub.send(b, shortFrame(0, "\x01"))
	iopub.message(b) // iopub_welcome
	for b.Loop() {
		frames, err := c.session.encode(nil, msgType, nil, map[string]string{"code": code})
		if err != nil {
			b.Fatal(err)
		}
		var wire []byte
		for i, f := range frames {
			flags := byte(flagMore)
			if i == len(frames)-1 {
				flags = 0
			}
			wire = append(wire, shortFrame(flags, string(f))...)
		}
		shell.send(b, wire)
		shell.message(b)
		for !bytes.Contains(iopub.message(b)[6], []byte("idle")) {
		}
	}
}

// dialPatiently connects to a kernel that is about to listen.
func dialPatiently(b *testing.B, address string) rawPeer {
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if conn, err := net.Dial("tcp", address); err == nil {
			_ = conn.Close()
			break
		}
	}
	return dialRaw(b, address)
}

// BenchmarkEncode measures the making of one signed message.
func BenchmarkEncode(b *testing.B) {
	s := newSession("key")
	parent := json.RawMessage(`{"msg_id":"m","msg_type":"execute_request","session":"s","username":"u","date":"","version":"5.3"}`)
	for b.Loop() {
		if _, err := s.encode([][]byte{[]byte("topic")}, "status", parent, map[string]string{"execution_state": "busy"}); err != nil {
			b.Fatal(err)
		}
	}
}
