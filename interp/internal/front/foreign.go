package front

import (
	"go/ast"
	"go/token"
	"regexp"
	"strings"

	"github.com/msrepl/msrepl/interp/internal/foreign"
)

// Python returns the table of names of MindSpore, numpy and PyTorch.
func (f *Front) Python() *foreign.Names {
	if f.foreign == nil {
		f.foreign = foreign.New(f.world)
	}
	return f.foreign
}

// otherwise says what a name of Python is here, "" where nothing is known.
func (a *analysis) otherwise(name string) string {
	found, ok := a.Python().Find(name)
	if !ok {
		return ""
	}
	if found.Path != "" && !strings.Contains(found.Goes, "(") {
		return meant(found.Goes)
	}
	return here(found)
}

// here says what a name is that no name of ours is.
func here(found foreign.Found) string {
	if why, ok := strings.CutPrefix(found.Goes, "nothing: "); ok {
		return " (not needed: " + why + ")"
	}
	return " (here: " + found.Goes + ")"
}

// chainAt returns the longest chain x.a.b that begins with the identifier at pos.
func (a *analysis) chainAt(u *unit, pos token.Pos) string {
	chain := ""
	for _, f := range u.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			if e, ok := n.(*ast.SelectorExpr); ok && e.Pos() == pos {
				if text := chainOf(e); len(text) > len(chain) {
					chain = text
				}
			}
			return true
		})
	}
	return chain
}

func chainOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		if x := chainOf(e.X); x != "" {
			return x + "." + e.Sel.Name
		}
	}
	return ""
}

// hiddenPackage is for a member of a variable that a package of the same name has.
func (a *analysis) hiddenPackage(sel *ast.SelectorExpr) string {
	id, ok := sel.X.(*ast.Ident)
	if !ok {
		return ""
	}
	for _, path := range a.world.PathsNamed(id.Name) {
		if a.world.HasMember(path, sel.Sel.Name) {
			return " (the variable " + id.Name + " hides package " + path + ": give it another name, or say import other \"" + path + "\" and other." + sel.Sel.Name + ")"
		}
	}
	return ""
}

// keyword begins an argument by name.
var keyword = regexp.MustCompile(`[(,]\s*[A-Za-z_]\w*\s*=[^=]`)

// callee is the name before the parenthesis of a call.
var callee = regexp.MustCompile(`[A-Za-z_][\w.]*$`)

// argument is one by name.
var argument = regexp.MustCompile(`^([A-Za-z_]\w*)\s*=\s*([^=].*)$`)

// keywords says how a call with arguments by name is written here, "" for a line without one.
func (f *Front) keywords(line string) string {
	at := keyword.FindStringIndex(outsideStrings(line))
	if at == nil || outsideStrings(line) == "" {
		return ""
	}
	at = keyword.FindStringIndex(line)
	if at == nil {
		return ""
	}
	open := openedBefore(line, at[0]+1)
	if open < 0 {
		return ""
	}
	name := callee.FindString(line[:open])
	args, ok := argumentsOf(line[open+1:])
	if name == "" || !ok {
		return ""
	}
	if found, ok := f.Python().Find(name); ok && strings.HasPrefix(found.Goes, "nothing: ") {
		return here(found)
	}
	goes, pkg := f.calleeOf(name)
	options := false
	for i, arg := range args {
		m := argument.FindStringSubmatch(arg)
		if m == nil {
			args[i] = goValue(arg)
			continue
		}
		args[i] = goValue(m[2])
		if option := f.optionOf(pkg, m[1]); option != "" {
			args[i], options = option+"("+args[i]+")", true
		}
	}
	call := goes + "(" + strings.Join(args, ", ") + ")"
	if options {
		return " (options are functions: " + call + ")"
	}
	return " (arguments are given by place: " + call + ")"
}

// openedBefore returns the place of the parenthesis that is open at a place of a line, -1 without one.
func openedBefore(line string, at int) int {
	depth := 0
	for i := at - 1; i >= 0; i-- {
		switch line[i] {
		case ')', ']', '}':
			depth++
		case '(', '[', '{':
			if depth == 0 {
				return i
			}
			depth--
		}
	}
	return -1
}

// argumentsOf cuts the arguments up to the closing parenthesis.
func argumentsOf(text string) (args []string, ok bool) {
	depth, begin, quote := 0, 0, byte(0)
	for i := range len(text) {
		c := text[i]
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '(' || c == '[' || c == '{':
			depth++
		case depth > 0 && (c == ')' || c == ']' || c == '}'):
			depth--
		case depth == 0 && (c == ',' || c == ')'):
			if arg := strings.TrimSpace(text[begin:i]); arg != "" {
				args = append(args, arg)
			}
			begin = i + 1
			if c == ')' {
				return args, true
			}
		}
	}
	return nil, false
}

// calleeOf returns what is called here, and the package whose options it takes.
func (f *Front) calleeOf(name string) (goes, path string) {
	head, member, dot := strings.Cut(name, ".")
	found, ok := f.Python().Find(name)
	isPackage := dot && (len(f.world.PathsNamed(head)) > 0 || foreign.Module(head))
	switch {
	case ok && found.Path != "" && !strings.Contains(found.Goes, "(") && (isPackage || !dot):
		return found.Goes, found.Path
	case dot && !isPackage && !strings.Contains(member, "."):
		if found, ok = f.Python().Method(member); ok {
			_, method, _ := strings.Cut(found.Name, ".")
			return head + "." + method, found.Path
		}
	}
	return name, ""
}

// optionOf returns the option function of a package for a keyword, "" without one.
func (f *Front) optionOf(path, keyword string) string {
	if path == "" {
		return ""
	}
	want := strings.ReplaceAll(keyword, "_", "")
	pkg := f.known(path)
	if pkg == nil {
		return ""
	}
	for _, m := range f.world.Members(path) {
		if !strings.EqualFold(m, want) && !strings.EqualFold(m, "With"+want) {
			continue
		}
		if o := pkg.Scope().Lookup(m); o != nil && strings.HasSuffix(strings.TrimPrefix(o.Type().String(), "func"), "Option") {
			return pkg.Name() + "." + m
		}
	}
	return ""
}

// goValue writes a value of Python.
func goValue(text string) string {
	switch text = strings.TrimSpace(text); text {
	case "True", "False":
		return strings.ToLower(text)
	case "None":
		return "nil"
	}
	if n := len(text); n > 1 && text[0] == '\'' && text[n-1] == '\'' {
		return `"` + text[1:n-1] + `"`
	}
	return text
}
