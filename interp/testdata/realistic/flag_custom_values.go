package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"net/url"
	"strconv"
	"strings"
	"time"
)

type list []string

func (l *list) String() string { return strings.Join(*l, ",") }

func (l *list) Set(s string) error {
	for _, part := range strings.Split(s, ",") {
		if part == "" {
			return errors.New("empty element")
		}
		*l = append(*l, part)
	}
	return nil
}

type size int64

func (s size) String() string {
	switch {
	case s >= 1<<20:
		return strconv.Itoa(int(s>>20)) + "M"
	case s >= 1<<10:
		return strconv.Itoa(int(s>>10)) + "K"
	}
	return strconv.Itoa(int(s))
}

func (s *size) Set(text string) error {
	unit := int64(1)
	switch {
	case strings.HasSuffix(text, "K"):
		unit = 1 << 10
	case strings.HasSuffix(text, "M"):
		unit = 1 << 20
	}
	n, err := strconv.ParseInt(strings.TrimRight(text, "KM"), 10, 64)
	if err != nil {
		return err
	}
	*s = size(n * unit)
	return nil
}

type options struct {
	verbose bool
	n       int
	wait    time.Duration
	tags    list
	max     size
	target  *url.URL
	defs    map[string]string
	rest    []string
}

func parse(args []string) (o *options, err error) {
	o = &options{max: 1 << 20, defs: map[string]string{}}
	fs := flag.NewFlagSet("tool", flag.ContinueOnError)
	var usage strings.Builder
	fs.SetOutput(&usage)
	fs.BoolVar(&o.verbose, "v", false, "be verbose")
	fs.IntVar(&o.n, "n", 3, "how `many`")
	fs.DurationVar(&o.wait, "wait", time.Second, "how long")
	fs.Var(&o.tags, "tag", "tags, may be repeated")
	fs.Var(&o.max, "max", "limit")
	fs.Func("url", "where", func(s string) (err error) {
		o.target, err = url.Parse(s)
		return
	})
	fs.Func("D", "definition `key=value`", func(s string) error {
		k, v, ok := strings.Cut(s, "=")
		if !ok {
			return fmt.Errorf("%q is no definition", s)
		}
		o.defs[k] = v
		return nil
	})
	if err := fs.Parse(args); err != nil {
		first, _, _ := strings.Cut(usage.String(), "\n")
		return nil, fmt.Errorf("%w | %s", err, first)
	}
	o.rest = fs.Args()
	fs.Visit(func(f *flag.Flag) { fmt.Printf("  -%s=%v", f.Name, f.Value) })
	if fs.NFlag() > 0 {
		fmt.Println()
	}
	return o, nil
}

func main() {
	for _, line := range []string{
		"",
		"-v -n 5 file1 file2",
		"-tag a,b -tag=c -max 3K -wait 1m30s",
		"-url http://x.org/p?q=1 -D k=v -D a=b=c -- -n",
		"-n five",
		"-tag a,,b",
		"-max 12Q",
		"-D nope",
		"-unknown",
		"-h",
	} {
		fmt.Printf("%q\n", line)
		o, err := parse(strings.Fields(line))
		if err != nil {
			fmt.Println("  error:", err, errors.Is(err, flag.ErrHelp))
			continue
		}
		fmt.Println(" ", o.verbose, o.n, o.wait, &o.tags, o.max, o.rest, o.defs)
		if o.target != nil {
			fmt.Println("  host", o.target.Host, o.target.Query().Get("q"))
		}
	}
	fmt.Fprint(io.Discard, "done")
}
