// Gen writes the table of passes into the page about the architecture.
package main

import (
	"bytes"
	"log"
	"os"

	"github.com/msrepl/msrepl/interp/internal/passes"
)

// The page, and the lines between which the table is.
const (
	page  = "../../../docs/architecture.md"
	begin = "<!-- passes -->\n"
	end   = "<!-- end of passes -->\n"
)

func main() {
	text, err := os.ReadFile(page)
	if err != nil {
		log.Fatal(err)
	}
	before, rest, ok := bytes.Cut(text, []byte(begin))
	_, after, more := bytes.Cut(rest, []byte(end))
	if !ok || !more {
		log.Fatalf("%s has no place for the passes", page)
	}
	text = []byte(string(before) + begin + passes.Table() + end + string(after))
	if err := os.WriteFile(page, text, 0o644); err != nil {
		log.Fatal(err)
	}
}
