// Package python parses the Python 3.12 found in notebooks into a syntax tree with positions. The tree is that of
// CPython's module ast, with the same node and field names. IPython lines (%magic, !command, name?) are separate
// statements. Constructs that notebooks do not need are syntax errors: async, match and type parameters.
package python

import "math/big"

// Pos is the position of a node in the source: the byte offsets of its start and end, and the line and column of its
// start, both counted from 1, columns in characters.
type Pos struct {
	Off, End  int
	Line, Col int
}

// At returns the position.
func (p Pos) At() Pos { return p }

// Node is a statement, an expression or a part of either.
type Node interface{ At() Pos }

// Stmt is a statement.
type Stmt interface {
	Node
	stmt()
}

// Expr is an expression.
type Expr interface {
	Node
	expr()
}

type (
	stmtPos struct{ Pos }
	exprPos struct{ Pos }
)

func (stmtPos) stmt() {}
func (exprPos) expr() {}

// Ctx is how an expression uses its target: Load, Store or Del.
type Ctx string

// The values of Ctx.
const (
	Load  Ctx = "Load"
	Store Ctx = "Store"
	Del   Ctx = "Del"
)

// Op is the class of an operator: Add, Mult, FloorDiv, And, Not, Lt, NotIn …
type Op string

// Module is a source file or a notebook cell.
type Module struct {
	Pos
	Body []Stmt
}

// The statements, named as in Python's ast. A nil field is absent.
type (
	FunctionDef struct {
		stmtPos
		Name          string
		Args          *Arguments
		Body          []Stmt
		DecoratorList []Expr
		Returns       Expr
	}
	ClassDef struct {
		stmtPos
		Name          string
		Bases         []Expr
		Keywords      []*Keyword
		Body          []Stmt
		DecoratorList []Expr
	}
	Return struct {
		stmtPos
		Value Expr
	}
	Delete struct {
		stmtPos
		Targets []Expr
	}
	Assign struct {
		stmtPos
		Targets []Expr
		Value   Expr
	}
	// AugAssign is target += value and the like.
	AugAssign struct {
		stmtPos
		Target Expr
		Op     Op
		Value  Expr
	}
	// AnnAssign is target: annotation = value. Simple is 1 for a bare name.
	AnnAssign struct {
		stmtPos
		Target, Annotation, Value Expr
		Simple                    int
	}
	For struct {
		stmtPos
		Target, Iter Expr
		Body, Orelse []Stmt
	}
	While struct {
		stmtPos
		Test         Expr
		Body, Orelse []Stmt
	}
	// If is if; elif is an If in Orelse.
	If struct {
		stmtPos
		Test         Expr
		Body, Orelse []Stmt
	}
	With struct {
		stmtPos
		Items []*Withitem
		Body  []Stmt
	}
	Raise struct {
		stmtPos
		Exc, Cause Expr
	}
	Try struct {
		stmtPos
		Body              []Stmt
		Handlers          []*ExceptHandler
		Orelse, Finalbody []Stmt
	}
	TryStar struct {
		stmtPos
		Body              []Stmt
		Handlers          []*ExceptHandler
		Orelse, Finalbody []Stmt
	}
	Assert struct {
		stmtPos
		Test, Msg Expr
	}
	Import struct {
		stmtPos
		Names []*Alias
	}
	// ImportFrom is from … import. Level counts the leading dots.
	ImportFrom struct {
		stmtPos
		Module string
		Names  []*Alias
		Level  int
	}
	Global struct {
		stmtPos
		Names []string
	}
	Nonlocal struct {
		stmtPos
		Names []string
	}
	// ExprStmt is an expression as a statement: Expr in Python's ast.
	ExprStmt struct {
		stmtPos
		Value Expr
	}
	Pass     struct{ stmtPos }
	Break    struct{ stmtPos }
	Continue struct{ stmtPos }
	// Magic is an IPython line, or a cell that begins with %%; Text is the whole of it. Target is what the result
	// of the line is assigned to, and is usually nil.
	Magic struct {
		stmtPos
		Target Expr
		Text   string
	}
)

// The expressions.
type (
	// BoolOp is and, or.
	BoolOp struct {
		exprPos
		Op     Op
		Values []Expr
	}
	// NamedExpr is name := value.
	NamedExpr struct {
		exprPos
		Target, Value Expr
	}
	BinOp struct {
		exprPos
		Left  Expr
		Op    Op
		Right Expr
	}
	UnaryOp struct {
		exprPos
		Op      Op
		Operand Expr
	}
	Lambda struct {
		exprPos
		Args *Arguments
		Body Expr
	}
	IfExp struct {
		exprPos
		Test, Body, Orelse Expr
	}
	// Dict is {key: value}; a nil key means **value.
	Dict struct {
		exprPos
		Keys, Values []Expr
	}
	// Set is {a, b}.
	Set struct {
		exprPos
		Elts []Expr
	}
	// ListComp is [elt for …].
	ListComp struct {
		exprPos
		Elt        Expr
		Generators []*Comprehension
	}
	// SetComp is {elt for …}.
	SetComp struct {
		exprPos
		Elt        Expr
		Generators []*Comprehension
	}
	// DictComp is {key: value for …}.
	DictComp struct {
		exprPos
		Key, Value Expr
		Generators []*Comprehension
	}
	// GeneratorExp is (elt for …).
	GeneratorExp struct {
		exprPos
		Elt        Expr
		Generators []*Comprehension
	}
	Yield struct {
		exprPos
		Value Expr
	}
	YieldFrom struct {
		exprPos
		Value Expr
	}
	// Compare is left op comparator op comparator …
	Compare struct {
		exprPos
		Left        Expr
		Ops         []Op
		Comparators []Expr
	}
	// Call is func(args, keywords).
	Call struct {
		exprPos
		Func     Expr
		Args     []Expr
		Keywords []*Keyword
	}
	// FormattedValue is {value!conversion:spec} of an f-string; Conversion is -1 or a character.
	FormattedValue struct {
		exprPos
		Value      Expr
		Conversion int
		FormatSpec *JoinedStr
	}
	// JoinedStr is an f-string.
	JoinedStr struct {
		exprPos
		Values []Expr
	}
	// Constant is a literal: nil, bool, *big.Int, float64, complex128, string, Bytes or Ellipsis. Kind is "u"
	// for u"…".
	Constant struct {
		exprPos
		Value any
		Kind  string
	}
	// Attribute is value.attr.
	Attribute struct {
		exprPos
		Value Expr
		Attr  string
		Ctx   Ctx
	}
	// Subscript is value[slice].
	Subscript struct {
		exprPos
		Value, Slice Expr
		Ctx          Ctx
	}
	Starred struct {
		exprPos
		Value Expr
		Ctx   Ctx
	}
	Name struct {
		exprPos
		ID  string
		Ctx Ctx
	}
	// List is [a, b].
	List struct {
		exprPos
		Elts []Expr
		Ctx  Ctx
	}
	// Tuple is (a, b).
	Tuple struct {
		exprPos
		Elts []Expr
		Ctx  Ctx
	}
	// Slice is lower:upper:step.
	Slice struct {
		exprPos
		Lower, Upper, Step Expr
	}
)

// Bytes is the value of b"…".
type Bytes string

// Ellipsis is the value of "...".
type Ellipsis struct{}

// Int returns the value of a constant as an int; ok is false for other values.
func (c *Constant) Int() (n int, ok bool) {
	b, isInt := c.Value.(*big.Int)
	if !isInt || !b.IsInt64() {
		return 0, false
	}
	return int(b.Int64()), true
}

// The parts of statements and expressions.
type (
	// Arguments are the parameters of a function. Defaults belong to the last of Posonlyargs and Args. KwDefaults
	// has an element for each of Kwonlyargs, nil without a default.
	Arguments struct {
		Pos
		Posonlyargs, Args []*Arg
		Vararg            *Arg
		Kwonlyargs        []*Arg
		KwDefaults        []Expr
		Kwarg             *Arg
		Defaults          []Expr
	}
	Arg struct {
		Pos
		Arg        string
		Annotation Expr
	}
	// Keyword is arg=value in a call; Arg is "" for **value.
	Keyword struct {
		Pos
		Arg   string
		Value Expr
	}
	Alias struct {
		Pos
		Name, Asname string
	}
	Withitem struct {
		Pos
		ContextExpr, OptionalVars Expr
	}
	ExceptHandler struct {
		Pos
		Type Expr
		Name string
		Body []Stmt
	}
	// Comprehension is for target in iter if …
	Comprehension struct {
		Pos
		Target, Iter Expr
		Ifs          []Expr
	}
)
