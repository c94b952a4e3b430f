// Package port translates the Python of MindSpore notebooks to cells of Go. It reads all cells of a page several
// times: types of parameters come from the calls, also from those that follow. What it does not understand it leaves,
// with the construct by name; it never guesses.
//
// # A page
//
// Translator.Page (translator.go) parses all cells and goes through them four times, statement by statement. Each pass
// writes the Go again and finds types: of parameters, results, variables and attributes (learnt). It reads those of the
// pass before, so that what a later call shows is known from the beginning. The lines of the last pass are the
// translation. A statement that is left ends by a panic with a left, which topLevel turns into a comment; the names
// that it assigns are unknown from there on, and what uses them is left, too.
//
// # Values and types
//
// An expression becomes a val (types.go): its Go, the precedence of the operator on top, its typ, and what Go has no
// single value for: the parts of a tuple, several results, a value behind a pointer that may be nil. A typ has a kind
// of Python's and, for what is ours, the type of go/types. goText is its Go, "" for what no variable holds; join is
// the type of a variable that takes two; convert, boxed, single and typed (expr.go) put a value into another form.
// There is no pass for types alone: writing the Go of an expression finds its type. peek does so without a trace.
//
// # Names
//
// A name is a variable of a scope (scope.go): of a function, or of the page, with blocks inside. pathOf (access.go)
// gives the path of a name of a library, "mindspore.ops.mean", in one canonical form (library.go). A call of a path
// (libraryCall) looks, in this order,
//
//   - in forms.txt (forms.go): signatures with the Go for them as templates, also of methods and attributes by the
//     type of the receiver. What a template can say is a row there.
//   - in specials (special.go): functions of Go for calls whose Go depends on more than their arguments' presence.
//   - in our packages, by name: an op (ops.go), a function of numpy (numpy.go), or the maker of an object (makerCall).
//     bind (signatures.go) gives each parameter of Go its argument: by the signature of signatures.txt where
//     MindSpore's differs, otherwise by that of Go.
//
// as and its kin (bind.go) translate an expression for a parameter of a type of Go.
//
// # Order
//
// Loops of comprehensions, temporary variables and checks of errors are lines before the statement (emit). Where no
// line may come before, as behind && or in a condition of while, inExpr is positive and such expressions are left.
// Calls that may do something besides are kept as texts (effects, once.go): code that would be written twice goes into
// a variable, and a line that would come before an operand that does something is refused.
//
// Statements are in stmt.go, blocks.go, loops.go and unpack.go; functions in funcs.go, params.go, returns.go and
// decorator.go; classes in class.go and inherit.go; what Python goes through in iterables.go; its lists, dicts and
// texts in lists.go, collections.go and text.go; cells, models and data sets in cells.go and datasets.go; gradients in
// gradient.go.
package port
