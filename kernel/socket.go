package kernel

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/go-zeromq/zmq4"
)

// zmq4 shakes hands with a peer and takes its messages apart, one connection at a time. Who gets what, its own
// sockets decide in ways that let one peer harm the others: they shake hands one after the other, trust lengths,
// write to all peers under one lock, and lose what is queued when the process ends. The sockets here differ in that
//
//   - each connection has a goroutine from its first byte on, so that a silent or broken peer holds up nobody;
//   - a message that claims to be larger than maxMessage ends its connection before memory is taken for it (zmtp.go);
//   - each peer has a write queue of its own (peer.go), so that nobody waits for a peer that does not read;
//   - messages are handled by the goroutine that read them and written by the one that has them, without another
//     goroutine that must be woken;
//   - queues can be flushed before the process ends.

const (
	handshakeTimeout = 5 * time.Second
	acceptPause      = 5 * time.Millisecond // after a failed accept, such as too many open files
)

// socket is a bound ROUTER or XPUB socket.
type socket struct {
	name      string
	pattern   zmq4.SocketType
	maxQueue  int                            // bytes that may wait for one peer before it is dropped
	onMessage func(p *peer, m [][]byte) work // called by the goroutine that reads the connection
	log       *slog.Logger

	mu       sync.Mutex
	listener net.Listener
	peers    []*peer // never changed in place: who has the slice may go through it without the lock
	count    uint32  // connections so far
	closed   bool
}

// work is what a message asks for that may take long; nil is nothing. It is done by the goroutine that reads the
// connection. If that goroutine cannot read on before long, it or another calls readOn, once, which does: then reads
// is false.
type work func(readOn func()) (reads bool)

// listen binds the socket to an address of listenAddress and begins to accept.
func (s *socket) listen(network, address string) error {
	if network == "unix" {
		removeStale(address)
	}
	l, err := net.Listen(network, address)
	if err != nil {
		return err
	}
	s.listener = l
	go s.accept()
	return nil
}

// removeStale removes the socket file of a kernel that died; one that answers stays.
func removeStale(path string) {
	if conn, err := net.Dial("unix", path); err == nil {
		_ = conn.Close()
		return
	}
	if info, err := os.Stat(path); err == nil && info.Mode()&os.ModeSocket != 0 {
		_ = os.Remove(path)
	}
}

func (s *socket) accept() {
	for {
		conn, err := s.listener.Accept()
		switch {
		case err == nil:
			go s.serve(newPeer(conn, s))
		case errors.Is(err, net.ErrClosed):
			return
		default:
			time.Sleep(acceptPause)
		}
	}
}

// serve shakes hands and then reads until the connection ends.
func (s *socket) serve(p *peer) {
	if !s.add(p) {
		_ = p.Close()
		return
	}
	if err := p.open(); err != nil {
		s.end(p, err)
		return
	}
	s.read(p)
}

// read reads until the connection ends, or another goroutine reads on.
func (s *socket) read(p *peer) {
	for {
		m, err := p.zmtp.RecvMsg()
		if err != nil {
			s.end(p, err)
			return
		}
		if m.Type == zmq4.CmdMsg { // a command, such as PING, is not for us
			continue
		}
		if long := s.onMessage(p, m.Frames); long != nil && !long(func() { s.read(p) }) {
			return
		}
	}
}

func (s *socket) end(p *peer, err error) {
	s.report(p, err)
	_ = p.Close()
}

// report logs why a connection has ended, if there is something to learn from it.
func (s *socket) report(p *peer, err error) {
	var large tooLarge
	why := "connection refused"
	switch {
	case errors.As(err, &large):
		why, err = "dropped a peer that announced", large
	case p.zmtp != nil, errors.Is(err, io.EOF): // it left, or only knocked, as port scans and waiting scripts do
		return
	case errors.Is(err, net.ErrClosed): // we closed it: the kernel ended while the peer was still shaking hands
		return
	}
	s.log.Warn(why, "socket", s.name, "peer", p.conn.RemoteAddr(), "err", err)
}

// add numbers a peer and enters it, unless the socket is closed.
func (s *socket) add(p *peer) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.count++
	p.identity = binary.BigEndian.AppendUint32([]byte{0}, s.count) // those that peers choose never begin with 0
	s.peers = append(slices.Clip(s.peers), p)
	return !s.closed
}

func (s *socket) remove(p *peer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if at := slices.Index(s.peers, p); at >= 0 {
		s.peers = slices.Concat(s.peers[:at], s.peers[at+1:])
	}
}

// connected returns the peers of the moment, in the order in which they came.
func (s *socket) connected() []*peer {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.peers
}

// sendTo sends a message to the peer of that identity, the last of them if a client has connected anew and the old
// connection does not know yet. A message for nobody is dropped, as with any ROUTER; sendTo reports whether there
// was somebody.
func (s *socket) sendTo(identity []byte, m [][]byte) bool {
	for _, p := range slices.Backward(s.connected()) {
		if p.is(identity) {
			p.send(nil, m)
			return true
		}
	}
	return false
}

// publish sends each message to all who have subscribed to its topic, its first frame. The messages for one peer go
// out together, so that it wakes once.
func (s *socket) publish(messages ...[][]byte) {
	for _, p := range s.connected() {
		p.send(p.wants, messages...)
	}
}

// backlog returns the number of bytes that wait for the slowest peer of those that still read.
func (s *socket) backlog() int {
	most := 0
	for _, p := range s.connected() {
		if n, moving := p.waiting(); moving {
			most = max(most, n)
		}
	}
	return most
}

// close sends what is queued, or gives up after the timeout, and ends all connections.
func (s *socket) close(timeout time.Duration) {
	for deadline := time.Now().Add(timeout); s.backlog() > 0 && time.Now().Before(deadline); {
		time.Sleep(200 * time.Microsecond)
	}
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	_ = s.listener.Close()
	for _, p := range s.connected() {
		_ = p.Close()
	}
}

// listenAddress turns an address of Jupyter's into one for net.Listen: ip:port, or ip-port as a file name.
func listenAddress(transport, ip string, port int) (network, address string, err error) {
	switch {
	case transport == "ipc":
		return "unix", fmt.Sprintf("%s-%d", ip, port), nil
	case transport != "tcp":
		return "", "", fmt.Errorf("transport %q of the connection file is neither tcp nor ipc", transport)
	case ip == "*":
		ip = ""
	}
	return "tcp", net.JoinHostPort(strings.Trim(ip, "[]"), fmt.Sprint(port)), nil
}
