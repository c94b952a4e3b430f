// Package passes lists what happens to a cell on its way from text to instructions: every rewrite and every pass, in
// order. The documentation and %help passes show the list; tests find each pass and its test in the sources, and fail
// for a pass that is not listed.
package passes

import (
	"fmt"
	"strings"
)

//go:generate go run ./gen

// Pass is one step on the way of a cell.
type Pass struct {
	Name  string
	Phase string
	Does  string // what it does, and what for
	Where string // package below interp/internal, and function: "front.callInits"
	Test  string // what fails without it: ".TestStale" of package interp, "internal/sugar.TestSugar", a transcript
}

// The phases, in order.
const (
	Text  = "text"
	Tree  = "tree"
	Check = "check"
	After = "after the check"
	Code  = "plain Go"
	SSA   = "SSA form"
	Emit  = "instructions"
)

// List has the passes in the order in which a cell meets them.
var List = []Pass{
	{
		"program", Text, "drops the package clause and the call of main of a whole program",
		"syntax.Program", "units.repl",
	},
	{
		"split", Text, "cuts the cell into commands, imports, declarations and statements",
		"syntax.Split", "internal/syntax.TestSplit",
	},
	{
		"long literals", Text, "keeps long lists of constants and long texts out of the tree, 100 times their size",
		"longtext.Find", "internal/longtext.TestFind",
	},
	{
		"pieces", Text, "cuts a very large cell, and the lists in it, into pieces that run one after the other",
		"syntax.Cut", ".TestCutCells",
	},
	{
		"indices", Text, "makes x[:, 1] and x[::2] parse, as calls of a marker function",
		"syntax.MultiIndex", "internal/syntax.TestMultiIndex",
	},
	{
		"parse", Tree, "parses each part with go/parser, with the positions of the cell",
		"syntax.Parse", "errors.repl",
	},
	{
		"init", Tree, "calls functions named init where they are declared",
		"front.callInits", "golang.repl",
	},
	{
		"last values", Tree, "makes _, Out[n] and In[n] variables and texts",
		"front.lastValues", "echo.repl",
	},
	{
		"imports", Tree, "imports packages of import declarations; undeclared package names are imported later",
		"front.importDecl", "packages.repl",
	},
	{
		"print", Tree, "makes print behave as in Python, and println write to the output of the cell",
		"front.prints", "session.repl",
	},
	{
		"schedule", Tree, "orders declarations by their uses, and wraps consecutive statements in functions",
		"schedule.Units", "internal/schedule.TestUnits",
	},
	{
		"same types", Check, "keeps a type that is redeclared without changes, with its values",
		"front.keepSameTypes", "units.repl",
	},
	{
		"cycles", Check, "also redeclares, in the same unit, types that form a cycle with a redeclared type",
		"front.joinCycle", "session.repl",
	},
	{
		"methods of older types", Check, "checks methods of types of earlier cells, as functions with the receiver as first parameter",
		"front.adoptMethods", "grown.repl",
	},
	{
		"bare values", Check, "assigns expressions that are statements to _ for the time of the check",
		"front.assignBare", "echo.repl",
	},
	{
		"visible names", Check, "declares names of the session and of packages for the checker",
		"front.fill", "packages.repl",
	},
	{
		"check", Check, "has go/types check the unit",
		"front.typecheck", "golang.repl",
	},
	{
		"sugar", Check, "rewrites operators, indices and optional arguments where the operands are tensors; checks again",
		"sugar.Rewrite", "internal/sugar.TestSugar",
	},
	{
		"Call", Check, "adds to networks a Call with the types of their Construct",
		"front.synthesize", "cells.repl",
	},
	{
		"lists", Check, "checks the elements of long lists that have no syntax tree",
		"front.checkLists", ".TestLongLists",
	},
	{
		"messages", Check, "words errors in terms of the typed text, with suggestions",
		"front.report", "errors.repl",
	},
	{
		"definitions", Check, "finds what the unit defines, and which older variables and functions it continues",
		"front.collect", "units.repl",
	},
	{
		"limits", Check, "refuses functions that no longer compile",
		"front.limits", "units.repl",
	},
	{
		"positions", After, "merges the position tables of the parts of the cell, each of which takes 250 bytes",
		"syntax.Pack", "internal/syntax.TestPack",
	},
	{
		"relink", After, "checks again functions that use what the cell redeclares",
		"front.relink", "units.repl",
	},
	{
		"unread errors", After, "finds errors that are assigned and never used",
		"unread.Find", "internal/unread.TestFind",
	},
	{
		"advice", After, "warns about valid Go that is probably a mistake",
		"advice.Of", "internal/advice.TestAdvice",
	},
	{
		"last value", Code, "keeps the value of the last expression in a variable of the session",
		"front.shown", "echo.repl",
	},
	{
		"session variables", Code, "turns := and var of a cell into assignments to variables of the session",
		"front.global", "session.repl",
	},
	{
		"declared", Code, "notes what declarations use, for later redeclarations",
		"front.declared", "units.repl",
	},
	{
		"lists as calls", Code, "reads long lists by a call",
		"front.longLists", ".TestLongLists",
	},
	{
		"networks", Code, "stores in networks their own address, as Init does",
		"front.bindNetworks", "cells.repl",
	},
	{
		"places of calls", Code, "gives calls the position of the called name, where messages point",
		"front.placeCalls", "where.repl",
	},
	{
		"order", SSA, "assigns calls to variables where gc evaluates in another order than the SSA form",
		"compile/evalorder.Apply", "combinations",
	},
	{
		"places of loops", SSA, "puts marks into loops without computation, for the position of an interrupt",
		"compile/marking.Loops", ".TestInterruptPlace",
	},
	{
		"marks", SSA, "puts marks for the debugger before statements, while one is attached",
		"compile/marking.Put", ".TestDebugSteps",
	},
	{
		"locals", SSA, "makes one copy per instance of types that generic functions declare",
		"compile.instantiate", "generics.repl",
	},
	{
		"defers of the debugger", SSA, "lets a debugger see calls that are deferred",
		"compile/marking.LeaveDefers", ".TestDebugPanics",
	},
	{
		"states of loops", SSA, "adds to loops over functions the states that gc checks",
		"compile/rangefunc.ShowStates", "golang.repl",
	},
	{
		"ends of loops", SSA, "adds gc's panics at the end of loops over functions",
		"compile/rangefunc.EndLoops", "golang.repl",
	},
	{
		"defers of loops", SSA, "runs calls deferred only in loops over functions before results are loaded",
		"compile/rangefunc.EndDefers", "golang.repl",
	},
	{
		"loads", SSA, "loads memory only once if nothing has changed it",
		"compile/reload.Reuse", "golang.repl",
	},
	{
		"boxes", SSA, "does not copy arrays and large structs while nothing changes them",
		"compile/boxes.Find", ".TestPrograms",
	},
	{
		"number", Emit, "numbers blocks and values",
		"compile.number", "golang.repl",
	},
	{
		"fold", Emit, "merges constants, comparisons, appends, formats and variables into instructions that use them",
		"compile.fold", "golang.repl",
	},
	{
		"liveness", Emit, "finds where each value is used last",
		"compile.liveness", ".TestExpressions",
	},
	{
		"join", Emit, "assigns one register to values that are copied to each other",
		"compile.join", ".TestStatements",
	},
	{
		"place", Emit, "assigns registers to values, and positions in the call's frame to arguments",
		"compile.place", ".TestExpressions",
	},
	{
		"captured", Emit, "loads what a function literal has captured",
		"compile.captured", "values.repl",
	},
	{
		"release", Emit, "finds values made by compiled packages, whose registers are cleared after the last use",
		"compile.findHeavy", ".TestTrainingHolds",
	},
	{
		"updates", Emit, "stores map elements where a preceding look-up has found them",
		"compile.findUpdates", "golang.repl",
	},
	{
		"temporaries", Emit, "finds tensors that only registers refer to: their memory is reused for the next result",
		"compile.findTemporaries", ".TestTemporariesReused",
	},
	{
		"emit", Emit, "emits the blocks as instructions, with comparisons and jumps combined",
		"compile.blocks", ".TestStatements",
	},
	{
		"variables", Emit, "notes the locations of variables, for the debugger",
		"compile.findVars", ".TestDebugPlaces",
	},
	{
		"finish", Emit, "sets jump distances, frame sizes and lines",
		"compile.finish", "where.repl",
	},
}

// Table returns the list as a table of Markdown, without the tests.
func Table() string {
	var b strings.Builder
	b.WriteString("| phase | pass | what it does | where |\n|---|---|---|---|\n")
	phase := ""
	for _, p := range List {
		first := ""
		if p.Phase != phase {
			phase, first = p.Phase, p.Phase
		}
		fmt.Fprintf(&b, "| %s | %s | %s | `%s` |\n", first, p.Name, strings.ReplaceAll(p.Does, "_", "`_`"), p.Where)
	}
	return b.String()
}

// Lines returns the list as plain text, a line for each pass below its phase.
func Lines() string {
	var b strings.Builder
	phase := ""
	for _, p := range List {
		if p.Phase != phase {
			phase = p.Phase
			b.WriteString(phase + "\n")
		}
		fmt.Fprintf(&b, "  %-22s %s\n", p.Name, p.Does)
	}
	return strings.TrimSuffix(b.String(), "\n")
}
