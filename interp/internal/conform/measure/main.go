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
	failing := flag.Bool("failing", false, "run only programs that did not pass when the list of outcomes was written")
	timeout := flag.Duration("timeout", 2*time.Minute, "time for one program")
	compiled := flag.Bool("go", false, "compare with go build, not with the distribution's records")
	cells := flag.Bool("cells", false, "run the sessions of testdata/cells, not the distribution's programs")
	programs := flag.Bool("programs", false, "run the programs of interp/testdata/realistic, not the distribution's")
	record := flag.Bool("record", false, "write down what Go makes of those programs, and run none in a session")
	write := flag.Bool("write", false, "write docs/limits.md and the list of outcomes")
	show := flag.String("show", "", "print outputs of the outcomes of `class`, or of all that are no passes")
	flag.Parse()

	if *programs || *record {
		check(realistic(*bin, *match, *show, *workers, *record))
		return
	}
	tmp, err := os.MkdirTemp("", "conform")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(tmp)
	list, err := choose(*cells, *match, *bin, tmp)
	if err != nil {
		log.Fatal(err)
	}
	if *failing {
		if list, err = notPassing(list); err != nil {
			log.Fatal(err)
		}
	}
	if *compiled {
		if err := conform.ByGo(list); err != nil {
			log.Fatal(err)
		}
	}
	var results []conform.Outcome
	conform.All(*bin, list, *workers, *timeout, func(o conform.Outcome) {
		results = append(results, o)
		if o.Class != conform.Pass {
			fmt.Printf("%-8s %-28s %s\n", o.Class, o.Name, o.Reason())
		}
		if string(o.Class) == *show || *show == "all" && o.Class != conform.Pass {
			fmt.Println(o.Got)
		}
	})
	fmt.Println(conform.Summary(results))
	if *write {
		check(save(results))
	}
}

// check ends the command where something failed.
func check(err error) {
	if err != nil {
		log.Fatal(err)
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
	return conform.Save(outcomes, list)
}

// outcomes is the list of what came of each program when it was last written.
const outcomes = "interp/internal/conform/testdata/outcomes.txt"

// notPassing returns the programs that the list of outcomes does not know to pass.
func notPassing(list []conform.Program) (some []conform.Program, err error) {
	known, err := conform.Load(outcomes)
	for _, p := range list {
		if known[p.Name].Class != conform.Pass {
			some = append(some, p)
		}
	}
	return some, err
}
