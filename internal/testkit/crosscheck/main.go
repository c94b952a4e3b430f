// Command crosscheck checks the types of all packages and their tests as other systems see them:
//
//	go run ./internal/testkit/crosscheck windows/amd64 darwin/arm64
//
// It reads sources and compiles nothing: go vet for another system compiles the standard library and all that is
// imported first, which takes minutes where it was not done before.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"regexp"
	"strings"

	"golang.org/x/tools/go/packages"
)

var except = flag.String("except", "^$", "leave out packages whose paths match this regular expression")

func main() {
	log.SetFlags(0)
	log.SetPrefix("crosscheck: ")
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

// check prints what does not compile for a system, as windows/amd64, and returns how many errors there are.
func check(system string, except *regexp.Regexp) (failed int, err error) {
	os_, arch, ok := strings.Cut(system, "/")
	if !ok {
		return 0, fmt.Errorf("a system is GOOS/GOARCH")
	}
	all, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles |
			packages.NeedImports | packages.NeedDeps | packages.NeedTypes | packages.NeedTypesSizes,
		Tests: true,
		Env:   append(os.Environ(), "GOOS="+os_, "GOARCH="+arch, "CGO_ENABLED=0"),
	}, "./...")
	if err != nil {
		return 0, err
	}
	seen := map[string]bool{} // a package is loaded for each test that imports it
	packages.Visit(all, nil, func(p *packages.Package) {
		for _, e := range p.Errors {
			if text := e.Error(); !seen[text] && !except.MatchString(p.PkgPath) {
				seen[text] = true
				fmt.Printf("%s: %s\n", system, text)
			}
		}
	})
	return len(seen), nil
}
