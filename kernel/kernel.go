// Package kernel implements a Jupyter kernel for msrepl sessions.
//
// zmq4 implements ZMTP for each client, over sockets that isolate clients from each other (socket.go, peer.go);
// wire.go signs and verifies messages; handlers.go has the table of requests, and each handler has its own file. Cells
// run one at a time (relay.go); other requests are answered at once, even while a cell runs.
package kernel

import (
	"context"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/msrepl/msrepl/display/widget"
	"github.com/msrepl/msrepl/internal/session/face"
	"github.com/msrepl/msrepl/internal/session/gctune"
	"github.com/msrepl/msrepl/internal/session/lastwords"
	"github.com/msrepl/msrepl/internal/session/ticker"
	"github.com/msrepl/msrepl/interp"
	"github.com/msrepl/msrepl/kernel/internal/dap"
)

// Options configures Run.
type Options struct {
	Version string       // of msrepl, for kernel_info
	Log     *slog.Logger // nil logs warnings to os.Stderr

	newEngine func(sink interp.Sink, stdin io.Reader) (engine, error) // nil starts a real session
}

// kernel is a running kernel.
type kernel struct {
	options Options
	log     *slog.Logger
	session *session

	iopub                     *publisher
	shell, control, stdin, hb *channel

	cells     relay
	subshells subshells
	comms     relay
	debugs    relay
	adapter   *dap.Adapter // nil until a client requests the debugger
	out       *output
	input     *stdinReader
	history   history
	marks     marks
	count     atomic.Int64              // execution_count
	running   atomic.Pointer[execution] // nil between cells
	trim      *time.Timer               // runs trimNow
	unmap     sync.Once                 // unmapStart

	ready     chan struct{} // closed when engine is set
	engine    engine
	stopOnce  sync.Once
	stopped   chan struct{} // closed by stop
	stopCause error
}

// Run serves the kernel for a connection file until a client shuts it down, ctx ends or the process is asked to
// terminate. It returns nil in these cases, and an error if it cannot start.
func Run(ctx context.Context, connectionFile string, options Options) error {
	parent := os.Getppid() // before a client can observe that the kernel runs
	c, err := readConnection(connectionFile)
	if err != nil {
		return err
	}
	limitMemory()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	k := newKernel(options, newSession(c.Key))
	signals := notified() // before a client can connect
	defer signal.Stop(signals)
	if err := k.open(ctx, c); err != nil {
		return err
	}
	lastwords.Tell(k.lastNote)
	face.Attach(host{k})
	defer face.Detach(host{k})
	widget.Serve()
	go k.start()
	go k.watchSignals(ctx, signals)
	go k.watchParent(ctx, parent)
	k.serve()
	select {
	case <-k.stopped:
	case <-ctx.Done():
	}
	k.close()
	return k.stopCause
}

func newKernel(options Options, s *session) *kernel {
	k := &kernel{
		options: options, log: options.Log, session: s,
		ready: make(chan struct{}), stopped: make(chan struct{}),
	}
	if k.log == nil {
		k.log = slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	}
	if k.options.newEngine == nil {
		k.options.newEngine = newSessionEngine
	}
	k.cells = relay{answer: k.answerCell, pulse: ticker.Pulse{Rest: k.rest}}
	k.comms = relay{answer: k.answerComm, pulse: ticker.Pulse{Rest: k.rest}}
	k.debugs = relay{answer: k.answerDebug, pulse: ticker.Pulse{Rest: k.rest}}
	k.input = &stdinReader{k: k, replies: make(chan string, 1)}
	k.trim = time.AfterFunc(idleTrim, k.trimNow)
	k.history.store = openHistory(historyDir(os.Getenv), func(err error) {
		k.log.Warn("the cell history is not kept on disk", "err", err)
	})
	return k
}

// open binds the five sockets.
func (k *kernel) open(ctx context.Context, c connection) error {
	for _, s := range []struct {
		name string
		port int
		to   **channel
	}{{"shell", c.ShellPort, &k.shell}, {"control", c.ControlPort, &k.control}, {"stdin", c.StdinPort, &k.stdin}, {"hb", c.HBPort, &k.hb}} {
		network, address, err := listenAddress(c.Transport, c.IP, s.port)
		if err != nil {
			return err
		}
		if *s.to, err = openChannel(ctx, s.name, network, address, k.session, k.log); err != nil {
			return err
		}
	}
	network, address, err := listenAddress(c.Transport, c.IP, c.IOPubPort)
	if err != nil {
		return err
	}
	k.iopub, err = openPublisher(network, address, k.session, k.log)
	k.out = &output{iopub: k.iopub}
	return err
}

// start starts the session while clients connect.
func (k *kernel) start() {
	e, err := k.options.newEngine(k.out, k.input)
	if err != nil {
		k.stop(err)
		return
	}
	k.engine = e
	close(k.ready)
	gctune.Spare()
}

// awaitEngine waits for the engine and returns it.
func (k *kernel) awaitEngine() engine {
	select {
	case <-k.ready:
		return k.engine
	default:
		k.iopub.flush() // let the client see the busy status while it waits
	}
	select {
	case <-k.ready:
	case <-k.stopped:
		select {} // the process is ending; no more replies
	}
	return k.engine
}

// serve sets the handlers that the goroutines reading the connections call.
func (k *kernel) serve() {
	k.iopub.publish("status", nil, map[string]string{"execution_state": "starting"})
	for _, c := range []*channel{k.shell, k.control} {
		c.receive(func(m *message) work {
			return k.dispatch(&request{message: m, k: k, channel: c, arrived: time.Now()})
		})
	}
	k.stdin.receive(func(m *message) work {
		k.input.deliver(m)
		return nil
	})
	k.hb.echo()
}

// rest does deferred work once no cell has run for a moment, rather than between cells in quick succession.
func (k *kernel) rest() {
	k.history.save()
	k.markStale()
	k.trim.Reset(idleTrim)
}

// stop ends Run; the first cause counts.
func (k *kernel) stop(cause error) {
	k.stopOnce.Do(func() {
		k.stopCause = cause
		close(k.stopped)
	})
}

// close delivers queued messages. A cell that still runs is interrupted but not waited for, as the process ends.
func (k *kernel) close() {
	k.trim.Stop()
	k.cells.close()
	k.comms.close()
	k.debugs.close()
	k.subshells.close()
	idle := k.running.Load() == nil
	k.interrupt()
	k.out.flush()
	k.history.close()
	k.iopub.socket.close(flushTimeout)
	for _, c := range []*channel{k.shell, k.control, k.stdin, k.hb} {
		c.socket.close(flushTimeout)
	}
	select {
	case <-k.ready:
		if idle {
			_ = k.engine.Close()
		}
	default:
	}
}

// interrupt stops the running cell, even if it waits for input, or the callback of a comm.
func (k *kernel) interrupt() {
	select {
	case <-k.ready:
		k.engine.Interrupt()
	default:
	}
	if x := k.running.Load(); x != nil { // after the interrupt, so that the cell gets no answer that nobody gave
		x.stop()
	}
}

// notified returns a channel for SIGINT and SIGTERM, which no longer end the process. Notify is always called: SIGINT
// may have been inherited as ignored from the parent.
func notified() chan os.Signal {
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	return signals
}

// watchSignals makes SIGINT interrupt the cell, and SIGTERM end the kernel.
func (k *kernel) watchSignals(ctx context.Context, signals <-chan os.Signal) {
	for {
		select {
		case s := <-signals:
			if s == syscall.SIGTERM {
				k.stop(nil)
				return
			}
			k.interrupt()
		case <-ctx.Done():
			return
		}
	}
}

const parentCheck = time.Second

// watchParent ends the kernel when the server that started it, whose PID is in JPY_PARENT_PID, has died.
func (k *kernel) watchParent(ctx context.Context, parent int) {
	if os.Getenv("JPY_PARENT_PID") == "" {
		return
	}
	for os.Getppid() == parent {
		select {
		case <-time.After(parentCheck):
		case <-ctx.Done():
			return
		}
	}
	k.stop(nil)
}
