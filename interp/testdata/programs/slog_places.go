package main

import (
	"bytes"
	"context"
	"log"
	"log/slog"
	"os"
)

// lines writes what is behind the name of the file.
type lines struct{}

func (lines) Write(p []byte) (int, error) {
	_, text, _ := bytes.Cut(p, []byte(":"))
	os.Stdout.Write(text)
	return len(p), nil
}

func work() { slog.Info("in work", "n", 1) }

func main() {
	log.SetOutput(lines{})
	log.SetFlags(log.Lshortfile)
	slog.Info("hello")
	work()
	func() { slog.Warn("closure") }()
	slog.Default().With("a", 1).Error("with")
	slog.Log(context.Background(), slog.LevelInfo+1, "lvl")
	slog.LogAttrs(context.Background(), slog.LevelError, "attrs", slog.Int("x", 1))
	defer slog.Info("deferred")
	done := make(chan bool)
	go func() {
		defer close(done)
		slog.Info("goroutine")
	}()
	<-done
	slog.Debug("hidden")
	slog.SetLogLoggerLevel(slog.LevelDebug)
	slog.Debug("shown")
	l := slog.NewLogLogger(slog.Default().Handler(), slog.LevelWarn)
	l.Print("log logger")
}
