// Command crossvet is go vet for other systems, with all packages and their tests:
//
//	go run ./internal/testkit/crossvet windows/amd64 darwin/arm64
//
// It type-checks imported packages from source. go vet instead compiles them and the standard library for the other
// system first, which takes minutes without a build cache.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"regexp"
	"strings"

	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/analysis/suite/vet"
	"golang.org/x/tools/go/packages"
)

var except = flag.String("except", "^$", "leave out packages whose paths match this regular expression")

func main() {
	log.SetFlags(0)
	log.SetPrefix("crossvet: ")
	flag.Parse()
	out, err := regexp.Compile(*except)
	if err != nil {
		log.Fatal(err)
	}
	failed := 0
	for _, system := range flag.Args() {
		n, err := check(system, out)
		if err != nil {
			log.Fatal(system, ": ", err)
		}
		failed += n
	}
	if failed > 0 {
		log.Fatal(failed, " errors")
	}
}

// check prints the errors for a system, such as windows/amd64, and returns their number.
func check(system string, except *regexp.Regexp) (failed int, err error) {
	os_, arch, ok := strings.Cut(system, "/")
	if !ok {
		return 0, fmt.Errorf("a system is GOOS/GOARCH")
	}
	all, err := packages.Load(&packages.Config{
		Mode:  packages.LoadAllSyntax | packages.NeedModule,
		Tests: true,
		Env:   append(os.Environ(), "GOOS="+os_, "GOARCH="+arch, "CGO_ENABLED=0"),
	}, "./...")
	if err != nil {
		return 0, err
	}
	seen := map[string]bool{} // a package is loaded for each test that imports it
	report := func(text string) {
		if !seen[text] {
			seen[text] = true
			fmt.Printf("%s: %s\n", system, text)
		}
	}
	var sound []*packages.Package
	for _, p := range all {
		if !except.MatchString(p.PkgPath) {
			sound = append(sound, p)
		}
	}
	packages.Visit(sound, nil, func(p *packages.Package) {
		for _, e := range p.Errors {
			report(e.Error())
		}
	})
	graph, err := checker.Analyze(vet.Suite, sound, nil)
	if err != nil {
		return 0, err
	}
	for _, a := range graph.Roots {
		for _, d := range a.Diagnostics {
			report(fmt.Sprintf("%s: %s", a.Package.Fset.Position(d.Pos), d.Message))
		}
	}
	return len(seen), nil
}
