package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"time"
)

type list []string

func (l *list) String() string { return strings.Join(*l, "+") }
func (l *list) Set(s string) error {
	if s == "" {
		return errors.New("empty item")
	}
	*l = append(*l, strings.Split(s, ",")...)
	return nil
}

type level int

func (l *level) Set(s string) error { n, err := strconv.Atoi(s); *l = level(n); return err }
func (l *level) String() string     { return fmt.Sprint("L", int(*l)) }
func (l *level) IsBoolFlag() bool   { return false }

type verbose bool

func (v *verbose) Set(s string) error { b, err := strconv.ParseBool(s); *v = verbose(b); return err }
func (v verbose) String() string      { return strconv.FormatBool(bool(v)) }
func (v verbose) IsBoolFlag() bool    { return true }

type config struct {
	names list
	lvl   level
	v     verbose
	wait  time.Duration
	size  *uint
	text  time.Time
}

func parse(args ...string) (c config, rest []string, err error) {
	fs := flag.NewFlagSet("tool", flag.ContinueOnError)
	fs.SetOutput(os.Stdout)
	fs.Var(&c.names, "name", "add a `NAME`")
	c.lvl = 2
	fs.Var(&c.lvl, "level", "the level")
	fs.Var(&c.v, "v", "verbose")
	fs.DurationVar(&c.wait, "wait", 1500*time.Millisecond, "how long to `wait`\nin all")
	c.size = fs.Uint("size", 0, "")
	fs.TextVar(&c.text, "t", time.Date(2024, 2, 3, 0, 0, 0, 0, time.UTC), "a time")
	fs.Func("f", "call it", func(s string) error { return fmt.Errorf("never %q", s) })
	fs.BoolFunc("now", "print now", func(s string) error { fmt.Println("now", s); return nil })
	err = fs.Parse(args)
	var set []string
	fs.Visit(func(f *flag.Flag) { set = append(set, f.Name+"="+f.Value.String()+"/"+f.DefValue) })
	fmt.Println("set", set, fs.NArg(), fs.NFlag())
	return c, fs.Args(), err
}

func first() {
	if os.Getenv("CHILD") != "" {
		os.Exit(len(os.Args))
	}
}

func second() {
	c, rest, err := parse("-name", "a,b", "--name=c", "-level", "7", "-v", "-wait=2m", "-size", "0x10", "x", "-y")
	fmt.Println(c.names, int(c.lvl), c.v, c.wait, *c.size, c.text.Format(time.DateOnly), rest, err)
	for _, args := range [][]string{{"-level", "x"}, {"-nope"}, {"-size", "-1"}, {"-name", ""}, {"-f", "1"}, {"-now"},
		{"-t", "zz"}, {"-wait"}, {"-v=maybe"}} {
		_, _, err := parse(args...)
		fmt.Println("ERR", err)
	}
	_, _, err = parse("-h")
	fmt.Println(errors.Is(err, flag.ErrHelp))
	fmt.Println(len(os.Args), flag.CommandLine.Name() != "", flag.Parsed())
	files()
}

func files() {
	dir, err := os.MkdirTemp("", "flag1")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	for _, n := range []string{"b.txt", "sub/a.txt", "sub/c.md"} {
		p := filepath.Join(dir, n)
		os.MkdirAll(filepath.Dir(p), 0o755)
		if err := os.WriteFile(p, []byte(n), 0o600); err != nil {
			fmt.Println(err)
		}
	}
	var found []string
	filepath.WalkDir(dir, func(p string, d os.DirEntry, err error) error {
		if d.Name() == "c.md" {
			return filepath.SkipAll
		}
		rel, _ := filepath.Rel(dir, p)
		found = append(found, rel)
		return err
	})
	sort.Sort(sort.Reverse(sort.StringSlice(found)))
	fmt.Println(found)
	f, _ := os.OpenFile(filepath.Join(dir, "b.txt"), os.O_APPEND|os.O_RDWR, 0)
	fmt.Fprint(f, "more")
	f.Seek(1, 0)
	var b [4]byte
	n, err := f.Read(b[:])
	fmt.Println(n, err, string(b[:]))
	f.Close()
	_, err = f.Write(nil)
	fmt.Println(errors.Is(err, os.ErrClosed))
	m, _ := filepath.Glob(filepath.Join(dir, "*", "*.txt"))
	fmt.Println(len(m), filepath.Base(m[0]), filepath.Ext(m[0]))
	os.Setenv("GREETING", "hi")
	fmt.Println(os.ExpandEnv("$GREETING ${NOPE}x"), os.Expand("$a-$b", func(s string) string { return s + s }))
	out, err := exec.Command("sh", "-c", "echo out; echo $GREETING; exit 4").Output()
	var ee *exec.ExitError
	fmt.Printf("%q %v %v\n", out, errors.As(err, &ee), ee.ExitCode())
	cmd := exec.Command("tr", "a-z", "A-Z")
	cmd.Stdin = strings.NewReader("shout")
	var sb strings.Builder
	cmd.Stdout = &sb
	fmt.Println(cmd.Run(), sb.String())
	_, err = exec.LookPath("no-such-program")
	fmt.Println(err, errors.Is(err, exec.ErrNotFound))
	root, _ := os.OpenRoot(dir)
	_, err = root.Open("../etc/passwd")
	fmt.Println(err)
	fi, _ := os.Stat(dir)
	fmt.Println(fi.IsDir(), fi.Mode())
}

func third() {
	defer fmt.Println("not printed")
	os.Exit(7)
}

func main() {
	first()
	second()
	third()
}
