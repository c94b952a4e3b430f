package kernel

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"
	"time"
)

// BenchmarkTrivialCell measures a cell that does nothing, from request to reply and idle. The client
// speaks ZMTP by hand, so that it costs little itself.
func BenchmarkTrivialCell(b *testing.B) {
	benchmarkRequest(b, "execute_request", map[string]string{"code": "value 2"})
}

// BenchmarkKernelInfo measures the round trip of a request that needs no session.
func BenchmarkKernelInfo(b *testing.B) {
	benchmarkRequest(b, "kernel_info_request", struct{}{})
}

func benchmarkRequest(b *testing.B, msgType string, content any) {
	conn := tcpConnection(b, "")
	c := startKernel(b, conn)
	shell := dialRaw(b, fmt.Sprintf("127.0.0.1:%d", conn.ShellPort))
	shell.shake(b, "DEALER")
	iopub := subscribeRaw(b, fmt.Sprintf("127.0.0.1:%d", conn.IOPubPort))
	iopub.message(b) // iopub_welcome
	_ = c.sockets["iopub"].Close()
	if err := shell.SetDeadline(time.Time{}); err != nil {
		b.Fatal(err)
	}
	if err := iopub.SetDeadline(time.Time{}); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		frames, err := c.session.encode(nil, msgType, nil, content)
		if err != nil {
			b.Fatal(err)
		}
		var wire []byte
		for i, f := range frames {
			flags := byte(flagMore)
			if i == len(frames)-1 {
				flags = 0
			}
			wire = append(append(wire, flags, byte(len(f))), f...)
		}
		shell.send(b, wire)
		shell.message(b)
		for !bytes.Contains(iopub.message(b)[6], []byte("idle")) {
		}
	}
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
