package kernel

import (
	"fmt"
	"strings"
	"sync"
	"testing"
)

// TestOrder: each connection is read by a goroutine of its own, and any of them may handle what another
// has read, but the messages of each client keep their order.
func TestOrder(t *testing.T) {
	conn := tcpConnection(t, "")
	c := startKernel(t, conn)
	frames, err := c.session.encode(nil, "is_complete_request", nil, map[string]string{"code": "complete"})
	if err != nil {
		t.Fatal(err)
	}
	const clients, requests = 16, 200 // handled one after the other
	var peers []rawPeer
	for range clients {
		p := dialRaw(t, fmt.Sprintf("127.0.0.1:%d", conn.ShellPort))
		p.shake(t, "DEALER")
		peers = append(peers, p)
	}
	var all sync.WaitGroup
	for _, p := range peers {
		all.Go(func() {
			var wire []byte
			for i := range requests {
				header := fmt.Sprintf(`{"msg_id":"%d","msg_type":"is_complete_request"}`, i)
				for j, f := range [][]byte{frames[0], frames[1], []byte(header), frames[3], frames[4], frames[5]} {
					wire = append(wire, shortFrame(byte(flagMore*min(1, 5-j)), string(f))...)
				}
			}
			if _, err := p.Write(wire); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for _, p := range peers {
		for i := range requests {
			if m := p.message(t); !strings.Contains(string(m[3]), fmt.Sprintf(`"msg_id":"%d"`, i)) {
				t.Fatalf("reply %d answers %s", i, m[3])
			}
		}
	}
}
