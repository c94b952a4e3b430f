package notebooks

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var (
	pagesDir   = flag.String("pages", "../../shared/tutorials", "the folder of the pages that TestPortPages translates")
	portFloors = flag.Bool("port-floors", false, "write the floors of TestPortPages anew")
)

const floorsFile = "testdata/port.floors"

// TestPortPages translates the tutorials, which are kept outside, prints a table, and fails where fewer cells of a page
// are same or random than the file of floors says.
func TestPortPages(t *testing.T) {
	root, err := filepath.Abs(*pagesDir)
	if err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob(filepath.Join(root, "*", "*.ipynb"))
	if err != nil || len(pages) == 0 {
		if os.Getenv("CI") == "true" {
			t.Fatalf("there are no pages in %s", root)
		}
		t.Skipf("there are no pages in %s", root)
	}
	floors := readFloors(t)
	var table, lines strings.Builder
	fmt.Fprintf(&table, "%-52s %6s %6s %6s %6s %6s\n", "page", "cells", "same", "random", "differ", "left")
	total := map[PortVerdict]int{}
	all := 0
	for _, page := range pages {
		nb, err := ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		cells, err := portAside(context.Background(), nb, 5*time.Minute)
		if err != nil {
			t.Errorf("%s: %v", page, err)
			continue
		}
		name := strings.TrimSuffix(filepath.Base(page), ".ipynb")
		row(&table, name, len(cells), func(v PortVerdict) int { return CountPorted(cells, v) })
		all += len(cells)
		for _, v := range PortVerdicts {
			total[v] += CountPorted(cells, v)
		}
		good := CountPorted(cells, PortSame) + CountPorted(cells, PortRandom)
		fmt.Fprintf(&lines, "%s %d\n", name, good)
		if floor, ok := floors[name]; !*portFloors && (!ok || good < floor) {
			t.Errorf("%s: %d cells are same or random, the floor is %d", name, good, floor)
		}
		for _, c := range cells {
			if c.Verdict == PortDifferent || c.Verdict == PortLeft {
				t.Logf("%s cell %d: %s %s", name, c.Number, c.Verdict, strings.Join(c.Reasons, "; "))
			}
		}
	}
	row(&table, "all", all, func(v PortVerdict) int { return total[v] })
	fmt.Print(table.String())
	fmt.Printf("%.1f %% same or random\n", 100*float64(total[PortSame]+total[PortRandom])/float64(all))
	if *portFloors {
		if err := os.WriteFile(floorsFile, []byte(lines.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func row(b *strings.Builder, name string, cells int, count func(PortVerdict) int) {
	fmt.Fprintf(b, "%-52s %6d", name, cells)
	for _, v := range PortVerdicts {
		fmt.Fprintf(b, " %6d", count(v))
	}
	b.WriteString("\n")
}

func readFloors(t *testing.T) map[string]int {
	floors := map[string]int{}
	text, err := os.ReadFile(floorsFile)
	if err != nil {
		t.Log(err)
	}
	for line := range strings.Lines(string(text)) {
		var name string
		n := 0
		if _, err := fmt.Sscan(line, &name, &n); err != nil {
			t.Fatalf("%s: %q: %v", floorsFile, line, err)
		}
		floors[name] = n
	}
	return floors
}
