package kernel

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-zeromq/zmq4"
	"github.com/go-zeromq/zmq4/transport"
)

// zmq4 does the framing and the socket patterns; this transport stands between it and the network
// and keeps a misbehaving peer from harming the others:
//
//   - a connection is handed to zmq4 only after its greeting and READY command have arrived and
//     have been checked, so that a silent or broken peer holds up nobody (zmq4 shakes hands inline);
//   - a message that claims to be larger than maxMessage ends its connection before zmq4 allocates it;
//   - each peer has a write queue of its own (peer.go), so that zmq4, which writes to all peers under
//     one lock, never waits for one of them;
//   - subscriptions are reported, for iopub_welcome;
//   - queues can be flushed before the process ends (zmq4 has no linger).

const (
	handshakeTimeout = 5 * time.Second
	acceptPause      = 5 * time.Millisecond // after a failed accept, such as too many open files
)

// schemes maps Jupyter's transport names to the names under which ours are registered with zmq4,
// which does not let its own be replaced.
var schemes = map[string]string{"tcp": "msrepl-tcp", "ipc": "msrepl-ipc"}

var registerTransports = sync.OnceValue(func() error {
	if err := zmq4.RegisterTransport(schemes["tcp"], guarded{"tcp", transport.New("tcp")}); err != nil {
		return err
	}
	return zmq4.RegisterTransport(schemes["ipc"], guarded{"unix", transport.New("unix")})
})

// guarded is the transport that zmq4 sees.
type guarded struct {
	network string
	transport.Transport
}

// Listen binds addr for the endpoint that ctx carries.
func (g guarded) Listen(ctx context.Context, addr string) (net.Listener, error) {
	ep, ok := ctx.Value(endpointKey{}).(*endpoint)
	if !ok {
		return nil, fmt.Errorf("no endpoint for %s", addr)
	}
	if g.network == "unix" {
		removeStale(addr)
	}
	l, err := net.Listen(g.network, addr)
	if err != nil {
		return nil, err
	}
	gl := &listener{Listener: l, ep: ep, ready: make(chan net.Conn), done: make(chan struct{})}
	ep.listener = gl
	go gl.run()
	return gl, nil
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

// endpoint is one bound socket: its peers and what becomes of their subscriptions.
type endpoint struct {
	name        string
	accepts     []string // socket types that may connect
	maxQueue    int      // bytes that may wait for one peer before it is dropped
	onSubscribe func(topic []byte)
	onMessage   func()       // called when zmq4 has put a message into the socket's queue, by the goroutine that reads the connection
	tap         *tap         // the first connection of a PUB socket, nil otherwise
	published   atomic.Int64 // messages that the PUB socket was given
	log         *slog.Logger

	mu       sync.Mutex
	peers    map[*peer]struct{}
	listener *listener
}

type endpointKey struct{}

// within returns a context that tells the transport about the endpoint.
func (ep *endpoint) within(ctx context.Context) context.Context {
	return context.WithValue(ctx, endpointKey{}, ep)
}

func (ep *endpoint) add(p *peer) {
	ep.mu.Lock()
	defer ep.mu.Unlock()
	if ep.peers == nil {
		ep.peers = map[*peer]struct{}{}
	}
	ep.peers[p] = struct{}{}
}

func (ep *endpoint) remove(p *peer) {
	ep.mu.Lock()
	defer ep.mu.Unlock()
	delete(ep.peers, p)
}

// backlog returns the number of bytes that wait for the slowest peer of those that still read.
func (ep *endpoint) backlog() int {
	ep.mu.Lock()
	peers := slices.Collect(maps.Keys(ep.peers)) // a peer takes ep.mu under its own lock
	ep.mu.Unlock()
	most := 0
	for _, p := range peers {
		if n, moving := p.waiting(); moving {
			most = max(most, n)
		}
	}
	return most
}

// settle waits until zmq4 has handed all published messages to every peer. The tap sees the last one
// first; a further connection, which zmq4 enters under the lock that it holds while it sends, then
// shows that the others have it too.
func (ep *endpoint) settle(timeout time.Duration) {
	ep.tap.wait(ep.published.Load(), timeout)
	probe := newTap()
	ep.listener.offer(probe)
	probe.wait(0, timeout)
	_ = probe.Close()
}

// more reports whether the PUB socket is about to send another message.
func (ep *endpoint) more() bool {
	return ep.tap != nil && ep.tap.seen.Load() < ep.published.Load()
}

// flush waits until all that was written has gone to the network, or until the timeout.
func (ep *endpoint) flush(timeout time.Duration) {
	for deadline := time.Now().Add(timeout); ep.backlog() > 0 && time.Now().Before(deadline); {
		time.Sleep(200 * time.Microsecond)
	}
}

// listener accepts, shakes hands with each connection on its own goroutine, and hands on those that
// are ready.
type listener struct {
	net.Listener
	ep    *endpoint
	ready chan net.Conn
	once  sync.Once
	done  chan struct{}
}

func (l *listener) run() {
	if l.ep.tap != nil {
		l.offer(l.ep.tap)
	}
	for {
		conn, err := l.Listener.Accept()
		if err == nil {
			go l.admit(conn)
			continue
		}
		select {
		case <-l.done:
			return
		case <-time.After(acceptPause):
		}
	}
}

func (l *listener) admit(conn net.Conn) {
	p, err := handshake(conn, l.ep)
	if err != nil {
		level := slog.LevelWarn
		if errors.Is(err, io.EOF) { // it only knocked, as port scans and waiting scripts do
			level = slog.LevelDebug
		}
		l.ep.log.Log(context.Background(), level, "connection refused", "socket", l.ep.name, "peer", conn.RemoteAddr(), "err", err)
		_ = conn.Close()
		return
	}
	l.ep.add(p)
	l.offer(p)
}

func (l *listener) offer(conn net.Conn) {
	select {
	case l.ready <- conn:
	case <-l.done:
		_ = conn.Close()
	}
}

// Accept returns the next connection that zmq4 can open without waiting.
func (l *listener) Accept() (net.Conn, error) {
	select {
	case conn := <-l.ready:
		return conn, nil
	case <-l.done:
		return nil, net.ErrClosed
	}
}

// Close stops listening.
func (l *listener) Close() error {
	l.once.Do(func() { close(l.done) })
	return l.Listener.Close()
}

// handshake sends our greeting and waits for the peer's greeting and READY command, which stay
// buffered for zmq4. The greeting must go first: libzmq sends the second half of its own only after
// it has seen ours. The peer drops the copy that zmq4 writes later.
func handshake(conn net.Conn, ep *endpoint) (*peer, error) {
	if err := conn.SetDeadline(time.Now().Add(handshakeTimeout)); err != nil {
		return nil, err
	}
	if _, err := conn.Write(greeting()); err != nil {
		return nil, err
	}
	r := bufio.NewReaderSize(conn, greetingSize+9+maxReadySize)
	if g, err := r.Peek(greetingSize); err != nil {
		return nil, err
	} else if err := checkGreeting(g); err != nil {
		return nil, err
	}
	if err := peekReady(r, ep.accepts); err != nil {
		return nil, err
	}
	return newPeer(conn, r, ep), conn.SetDeadline(time.Time{})
}

// peekReady waits for the command after the greeting and checks it.
func peekReady(r *bufio.Reader, accepts []string) error {
	for n := greetingSize + 2; ; n = greetingSize + 9 {
		head, err := r.Peek(n)
		if err != nil {
			return err
		}
		flags, body, size := frameHeader(head[greetingSize:])
		if size == 0 {
			continue
		}
		if flags&flagCommand == 0 || flags&flagMore != 0 || body > maxReadySize {
			return errGreeting
		}
		all, err := r.Peek(greetingSize + size + int(body))
		if err != nil {
			return err
		}
		return checkReady(all[greetingSize+size:], accepts)
	}
}

// endpointAddress turns a Jupyter address into one for zmq4: ip:port, or ip-port as a file name.
func endpointAddress(transport, ip string, port int) (string, error) {
	scheme, ok := schemes[transport]
	switch {
	case !ok:
		return "", fmt.Errorf("transport %q of the connection file is neither tcp nor ipc", transport)
	case transport == "ipc":
		return fmt.Sprintf("%s://%s-%d", scheme, ip, port), nil
	case strings.Contains(ip, ":"):
		ip = "[" + strings.Trim(ip, "[]") + "]"
	}
	return fmt.Sprintf("%s://%s:%d", scheme, ip, port), nil
}
