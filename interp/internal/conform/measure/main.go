// Measure runs the programs of Go's test folder through a session and writes what came of it.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"

	"github.com/msrepl/msrepl/interp/internal/conform"
)

func main() {
	log.SetFlags(0)
	bin := flag.String("bin", "bin/msrepl", "the msrepl `program`")
	match := flag.String("match", "", "run only programs whose names match the `pattern`")
	workers := flag.Int("j", runtime.NumCPU(), "programs at a time")
	timeout := flag.Duration("timeout", 15*time.Minute, "time for one program: some count to millions, at an interpreter's pace")
	compiled := flag.Bool("go", false, "compare with go build, not with the distribution's records")
	cells := flag.Bool("cells", false, "run the sessions of testdata/cells, not the distribution's programs")
	write := flag.Bool("write", false, "write docs/limits.md and the list of outcomes")
	show := flag.String("show", "", "print outputs of the outcomes of `class`")
	flag.Parse()

	tmp, err := os.MkdirTemp("", "conform")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(tmp)
	list, err := choose(*cells, *match, *bin, tmp)
	if err != nil {
		log.Fatal(err)
	}
	if *compiled {
		if err := conform.ByGo(list); err != nil {
			log.Fatal(err)
		}
	}
	var outcomes []conform.Outcome
	conform.All(*bin, list, *workers, *timeout, func(o conform.Outcome) {
		outcomes = append(outcomes, o)
		if o.Class != conform.Pass {
			fmt.Printf("%-8s %-28s %s\n", o.Class, o.Name, o.Reason())
		}
		if string(o.Class) == *show {
			fmt.Println(o.Got)
		}
	})
	fmt.Println(conform.Summary(outcomes))
	if *write {
		if err := save(outcomes); err != nil {
			log.Fatal(err)
		}
	}
}

// choose returns the programs to run.
func choose(cells bool, match, bin, tmp string) (list []conform.Program, err error) {
	pattern, err := regexp.Compile(match)
	if err != nil {
		return nil, err
	}
	all, err := distribution()
	if cells {
		all, err = conform.Cells("interp/internal/conform/testdata/cells", tmp)
	}
	for _, p := range all {
		if !pattern.MatchString(p.Name) {
			continue
		}
		if cells {
			if err := p.Export(bin); err != nil {
				log.Print(err) // and no output will be right
				p.Want = err.Error()
			}
		}
		list = append(list, p)
	}
	return list, err
}

func distribution() ([]conform.Program, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env GOROOT: %w", err)
	}
	return conform.Programs(filepath.Join(strings.TrimSpace(string(root)), "test"))
}

func save(list []conform.Outcome) error {
	if err := os.WriteFile("docs/limits.md", []byte(conform.Limits(list)), 0o644); err != nil {
		return err
	}
	return conform.Save("interp/internal/conform/testdata/outcomes.txt", list)
}
