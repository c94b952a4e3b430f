package main

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/msrepl/msrepl/interp/internal/conform"
)

// folder has the programs that people could have written, what Go makes of them, and which are known to fail.
const folder = "interp/testdata/realistic"

// recordAll writes down what Go makes of the programs whose names match.
func recordAll(match string) error {
	pattern, err := regexp.Compile(match)
	if err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return err
	}
	for _, file := range files {
		if !pattern.MatchString(strings.TrimSuffix(filepath.Base(file), ".go")) {
			continue
		}
		if err := conform.Record(file); err != nil {
			return err
		}
	}
	return nil
}

// realistic runs the programs whose names match in sessions, and ends the command with a failure when one does
// not fare as the list of known failures says. With record it writes down what Go makes of them instead.
func realistic(bin, match, show string, workers int, record bool) error {
	if record {
		return recordAll(match)
	}
	pattern, err := regexp.Compile(match)
	if err != nil {
		return err
	}
	tmp, err := os.MkdirTemp("", "conform")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	all, err := conform.Realistic(folder, tmp)
	if err != nil {
		return err
	}
	excuses, err := conform.Excused(filepath.Join(folder, "known.txt"))
	if err != nil {
		return err
	}
	var list []conform.Program
	for _, p := range all {
		if pattern.MatchString(p.Name) {
			list = append(list, p)
		}
	}
	var results []conform.Outcome
	unexpected := 0
	conform.All(bin, list, workers, 2*time.Minute, func(o conform.Outcome) {
		results = append(results, o)
		verdict := o.Verdict(excuses[o.Name])
		if verdict != "" {
			unexpected++
		}
		switch {
		case verdict != "" && show != "":
			log.Printf("%s: %s", o.Name, verdict)
		case verdict != "":
			log.Printf("%-8s %-32s %s", o.Class, o.Name, o.Reason())
		}
	})
	fmt.Println(conform.Summary(results))
	if unexpected > 0 {
		return fmt.Errorf("%d not as %s/known.txt says", unexpected, folder)
	}
	return nil
}
