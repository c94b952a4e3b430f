package notebooks

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var writeWords = flag.Bool("words", false, "write testdata/words anew: what statements of ours and of the pages do not share")

const wordsFile = "testdata/words"

// Statements are compared by their words: the functions that they call, their numbers, texts, truth values and
// operators, each as often as it occurs. Python and Go write some of them in ways of their own; sameWord and idioms
// take these back. What remains is listed in testdata/words, cell by cell, so that a statement that is left out, or
// says something else than the page's, does not go unnoticed.
func checkWords(t *testing.T, notebook string, page, ours *Cell) {
	t.Helper()
	key := strings.TrimSuffix(notebook, ".ipynb") + " " + ours.ID
	python, pythonNames := pythonWords(page.Source)
	own, ownNames := goWords(ours.Source)
	got := unshared(python, own, pythonNames, ownNames)
	if *writeWords {
		allWords[key] = got
		writeWordsFile(t)
		return
	}
	if want := knownWords(t)[key]; got != want {
		t.Errorf("cell %q: words that the page (-) or ours (+) has alone\n%s\nshould be\n%s", ours.ID, got, want)
	}
}

var allWords = map[string]string{}

func writeWordsFile(t *testing.T) {
	var b strings.Builder
	for _, key := range slices.Sorted(maps.Keys(allWords)) {
		if allWords[key] != "" {
			b.WriteString(key + ": " + allWords[key] + "\n")
		}
	}
	if err := os.WriteFile(wordsFile, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

func knownWords(t *testing.T) map[string]string {
	t.Helper()
	b, err := os.ReadFile(wordsFile)
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]string{}
	for line := range strings.Lines(string(b)) {
		key, words, _ := strings.Cut(strings.TrimRight(line, "\n"), ": ")
		known[key] = words
	}
	return known
}

// unshared lists what one side has more often than the other. What one side calls may be a name that the other one only
// mentions: a setting or an attribute in Python, a type or a function in Go.
func unshared(python, ours map[string]int, pythonNames, ownNames map[string]bool) string {
	names := slices.Collect(maps.Keys(python))
	for w := range ours {
		if python[w] == 0 {
			names = append(names, w)
		}
	}
	slices.Sort(names)
	var out []string
	for _, w := range names {
		n := ours[w] - python[w]
		switch {
		case n > 0 && pythonNames[w], n < 0 && ownNames[w]:
		case n == 1, n == -1:
			out = append(out, fmt.Sprintf("%+d", n)[:1]+w)
		case n != 0:
			out = append(out, fmt.Sprintf("%+d %s", n, w))
		}
	}
	return strings.Join(out, ", ")
}

var (
	pythonComment = regexp.MustCompile(`(?m)^\s*(?:from\s.*|import\s.*|[!%].*|@.*)$`)
	docText       = regexp.MustCompile(`(?s)"""` + `.*?"""`)
	goImports     = regexp.MustCompile(`(?ms)^import (?:\(.*?^\)|[^\n]*)`)
	lexeme        = regexp.MustCompile(`[fr]?"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|` + "`[^`]*`" +
		`|#[^\n]*|//[^\n]*|[A-Za-z_]\w*|\d[\d_]*\.?\d*(?:[eE][-+]?\d+)?|\.\d+|[-+*/%<>=!&|:]=|<-|->|&&|\|\||\*\*|[-+*/%<>=()\[\]{}.,&]`)
	pointer   = regexp.MustCompile(`^\*(?:[A-Z]|(?:nn|optim|tensor|data|train|ckpt|grad|py)\.[A-Z])`)
	spotValue = regexp.MustCompile(`\{[^{}]*\}|%[-+ #0-9.]*[a-z]`)
)

// pythonWords are the words of Python, and the names that it mentions without a call.
func pythonWords(src string) (words map[string]int, names map[string]bool) {
	src = docText.ReplaceAllString(pythonComment.ReplaceAllString(src, ""), "")
	words, names = map[string]int{}, map[string]bool{}
	tokens := lexeme.FindAllString(src, -1)
	for i, tok := range tokens {
		next, defined := "", i > 0 && tokens[i-1] == "def"
		if i+1 < len(tokens) {
			next = tokens[i+1]
		}
		switch {
		case strings.HasPrefix(tok, "#"), defined:
		case tok == "//":
			words["floordiv"]++
		case strings.HasPrefix(tok, "//"): // of a division, up to the end of the line
			words["floordiv"]++
			more, set := pythonWords(tok[2:])
			for w, n := range more {
				words[w] += n
			}
			maps.Copy(names, set)
		case isName(tok) && next != "(":
			names[plainName(tok)] = true
			addWord(words, tok, next)
		default:
			addWord(words, tok, next)
		}
	}
	return words, names
}

// goWords are the words of Go, and the names that it mentions without a call.
func goWords(src string) (words map[string]int, names map[string]bool) {
	src = goImports.ReplaceAllString(src, "")
	words, names = map[string]int{}, map[string]bool{}
	at := lexeme.FindAllStringIndex(src, -1)
	for i, span := range at {
		tok, next, before := src[span[0]:span[1]], "", ""
		if i+1 < len(at) {
			next = src[at[i+1][0]:at[i+1][1]]
		}
		if i > 0 {
			before = src[at[i-1][0]:at[i-1][1]]
		}
		nilTest := i+1 < len(at) && next == "nil" && (tok == "==" || tok == "!=")
		isPointer := tok == "*" && pointer.MatchString(src[span[0]:])
		declares := before == "func" || before == ")" && i > 2 && strings.HasPrefix(src[lineStart(src, span[0]):], "func (")
		if nilTest || isPointer || strings.HasPrefix(tok, "//") || declares && next == "(" {
			continue
		}
		if isName(tok) && next != "(" {
			names[plainName(tok)] = true
		}
		addWord(words, tok, next)
	}
	return words, names
}

func lineStart(s string, at int) int { return strings.LastIndexByte(s[:at], '\n') + 1 }

func isName(s string) bool {
	return s[0] == '_' || s[0] >= 'A' && s[0] <= 'Z' || s[0] >= 'a' && s[0] <= 'z' && !strings.HasSuffix(s, `"`)
}

// plainName is a name without what Python and Go write differently: set_data, SetData.
func plainName(s string) string {
	s = strings.ToLower(strings.ReplaceAll(s, "_", ""))
	if len(s) > 3 {
		s = strings.TrimPrefix(s, "new")
	}
	if same, ok := sameWord[s]; ok {
		return same
	}
	return s
}

// addWord counts a token, which next follows, if it is a word.
func addWord(words map[string]int, tok, next string) {
	w := ""
	switch first := tok[0]; {
	case first == '"' || first == '\'' || first == '`' || strings.HasSuffix(tok, `"`):
		text := strings.Trim(strings.TrimLeft(tok, "fr"), "\"'`")
		text = spotValue.ReplaceAllString(strings.NewReplacer(`\n`, " ", "\n", " ").Replace(text), " ")
		if text = strings.Join(strings.Fields(text), " "); text != "" && !idioms[text] {
			w = strconv.Quote(text)
		}
	case first >= '0' && first <= '9' || first == '.' && len(tok) > 1:
		x, _ := strconv.ParseFloat(strings.ReplaceAll(tok, "_", ""), 64)
		w = strconv.FormatFloat(x, 'g', -1, 64)
	case isName(tok):
		if n := plainName(tok); next == "(" && !idioms[n] || n == "true" || n == "false" {
			w = n
		}
	default:
		w = map[string]string{
			"+": "+", "+=": "+", "-": "-", "*": "*", "/": "/", "**": "pow", "%": "%", ">": ">", "<": "<", ">=": ">=", "<=": "<=", "==": "==", "!=": "!=",
		}[tok]
	}
	if w != "" {
		words[w]++
	}
}

// sameWord are words that one language has for those of the other.
var sameWord = map[string]string{
	"println": "print", "printf": "print", "gradat": "grad", "gradby": "grad", "valueandgrad": "grad", "mul": "*", "add": "+", "gt": ">",
}

// idioms are words that only one of the languages needs: conversions between tensors and arrays, constructors of bases,
// loops and lists, types.
var idioms = map[string]bool{
	"": true, "init": true, "super": true, "tensor": true, "new": true, "array": true, "asnumpy": true, "fromnumpy": true, "numpy": true,
	"detach": true, "value": true, "setcontext": true, "msfunction": true, "astype": true, "float32": true, "type": true, "typeof": true,
	"func": true, "return": true, "of": true, "at": true, "range": true, "enumerate": true, "list": true, "filter": true, "append": true, "len": true,
	"isinstance": true, "format": true, "sprintf": true,
}
