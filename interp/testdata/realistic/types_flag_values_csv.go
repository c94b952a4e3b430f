package main

import "flag"
import "fmt"
import "os"
import "strconv"
import "strings"

type level int
type list []string

func (l *level) Set(s string) error { n, err := strconv.Atoi(s); *l = level(n); return err }
func (l level) String() string      { return strings.Repeat("+", int(l)) }
func (l *list) Set(s string) error  { *l = append(*l, s); return nil }
func (l list) String() string       { return strings.Join(l, ",") }
func (l *level) IsBoolFlag() bool   { return true }
func (l *level) Scan(st fmt.ScanState, verb rune) error {
	t, err := st.Token(true, func(r rune) bool { return r == '+' })
	*l = level(len(t))
	return err
}
func (l level) Format(f fmt.State, verb rune) {
	w, ok := f.Width()
	fmt.Fprintf(f, "L%d%c%d%t", int(l), verb, w, ok)
}

func main() {
	fset := flag.NewFlagSet("x", flag.ContinueOnError)
	fset.SetOutput(os.Stdout)
	var lv level
	var ls list
	fset.Var(&lv, "v", "the `level`")
	fset.Var(&ls, "l", "list")
	fmt.Println(fset.Parse([]string{"-l", "a", "-l=b", "-v=3", "rest"}), fset.Args(), ls.String(), lv.String())
	fset.PrintDefaults()
	var a, b level
	n, err := fmt.Sscan("+++ +", &a, &b)
	fmt.Println(n, err)
	fmt.Printf("%v|%5d|%s\n", a, b, ls)
	fmt.Println(fset.Parse([]string{"-v=x"}))
}
