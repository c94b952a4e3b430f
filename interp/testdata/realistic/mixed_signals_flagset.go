package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"net/netip"
	"os"
	"strconv"
	"strings"
	"time"
)

type level int

func (l *level) String() string {
	if l == nil {
		return "nil"
	}
	return [...]string{"low", "mid", "high"}[*l]
}

func (l *level) Set(s string) error {
	for i, n := range []string{"low", "mid", "high"} {
		if n == s {
			*l = level(i)
			return nil
		}
	}
	return fmt.Errorf("bad level %q", s)
}

type listFlag []string

func (l *listFlag) String() string     { return strings.Join(*l, ",") }
func (l *listFlag) Set(s string) error { *l = append(*l, strings.Split(s, ",")...); return nil }

type boolCount int

func (b *boolCount) String() string   { return strconv.Itoa(int(*b)) }
func (b *boolCount) Set(string) error { *b++; return nil }
func (b *boolCount) IsBoolFlag() bool { return true }

type textFlag struct{ netip.Addr }

func parse(args ...string) {
	fs := flag.NewFlagSet("tool", flag.ContinueOnError)
	fs.SetOutput(os.Stdout)
	var l level
	var ls listFlag
	var v boolCount
	var addr netip.Addr
	n := fs.Int("n", 3, "number of `things`")
	d := fs.Duration("d", time.Second, "wait")
	fs.Var(&l, "level", "the level")
	fs.Var(&ls, "l", "list")
	fs.Var(&v, "v", "verbose")
	fs.TextVar(&addr, "addr", netip.MustParseAddr("127.0.0.1"), "address")
	fs.Func("sq", "square", func(s string) error {
		x, err := strconv.Atoi(s)
		if err == nil {
			fmt.Println("sq", x*x)
		}
		return err
	})
	fs.BoolFunc("now", "do it now", func(s string) error { fmt.Println("now", s); return nil })
	q := fs.Bool("q", false, "")
	s := fs.String("s", "x y", "a string")
	err := fs.Parse(args)
	fmt.Println(*n, *d, &l, ls, v, addr, *q, *s, fs.Args(), fs.NArg(), fs.NFlag(), err)
	fs.Visit(func(f *flag.Flag) { fmt.Print(f.Name, "=", f.Value, " ") })
	fmt.Println(errors.Is(err, flag.ErrHelp))
}

func main() {
	parse("-n", "5", "--d=2m", "-v", "-v", "-level", "high", "-l", "a,b", "-l=c", "rest", "-n", "6")
	parse("-addr", "::1", "-q=false", "-s", "", "-sq", "12", "-now", "--", "-x")
	parse("-n", "x")
	parse("-level=zzz")
	parse("-q=maybe")
	parse("-sq", "a")
	parse("-unknown")
	parse("-s")
	parse("-h")
	func() {
		defer func() { fmt.Println(recover()) }()
		fs := flag.NewFlagSet("p", flag.PanicOnError)
		fs.SetOutput(io.Discard)
		fs.Parse([]string{"-z"})
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		fs := flag.NewFlagSet("twice", 0)
		fs.SetOutput(io.Discard)
		fs.Int("a", 1, "")
		fs.Bool("a", true, "")
	}()
	fs := flag.NewFlagSet("x", flag.ExitOnError)
	fs.SetOutput(os.Stdout)
	fs.Int("k", 1, "")
	defer fmt.Println("not seen")
	fs.Parse([]string{"-k", "1e"})
}
