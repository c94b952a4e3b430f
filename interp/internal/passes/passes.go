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
		"long literals", Text, "leaves long lists of constants and long texts out of the tree, 100 times their size",
		"longtext.Find", "internal/longtext.TestFind",
	},
	{
		"pieces", Text, "cuts a cell with very much code, and the lists in it, into pieces that run one after the other",
		"syntax.Cut", ".TestCutCells",
	},
	{
		"indices", Text, "lets x[:, 1] and x[::2] parse, as a call of a marker",
		"syntax.MultiIndex", "internal/syntax.TestMultiIndex",
	},
	{
		"parse", Tree, "parses each part with go/parser, in the place where it is in the cell",
		"syntax.Parse", "errors.repl",
	},
	{
		"init", Tree, "calls functions named init, which nothing can name, where they are declared",
		"front.callInits", "golang.repl",
	},
	{
		"last values", Tree, "makes _, Out[n] and In[n] variables and texts",
		"front.lastValues", "echo.repl",
	},
	{
		"imports", Tree, "imports what import declarations name; names that are not declared import themselves later",
		"front.importDecl", "packages.repl",
	},
	{
		"print", Tree, "makes print Python's and println one that writes to the output of the cell",
		"front.prints", "session.repl",
	},
	{
		"schedule", Tree, "puts declarations before what uses them, and runs of statements into functions",
		"schedule.Units", "internal/schedule.TestUnits",
	},
	{
		"same types", Check, "keeps a type that is declared again as it was, with its values",
		"front.keepSameTypes", "units.repl",
	},
	{
		"cycles", Check, "declares once more, in the same unit, what leads to types that it declares anew and back",
		"front.joinCycle", "session.repl",
	},
	{
		"methods of older types", Check, "checks methods of types of earlier cells, as functions with the receiver in front",
		"front.adoptMethods", "grown.repl",
	},
	{
		"bare values", Check, "assigns expressions that are statements to _ for the time of the check",
		"front.assignBare", "echo.repl",
	},
	{
		"visible names", Check, "shows the checker what the unit names of the session, of package tensor and of packages",
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
		"Call", Check, "gives networks a Call with the types of their Construct",
		"front.synthesize", "cells.repl",
	},
	{
		"lists", Check, "checks the elements of long lists that have no tree",
		"front.checkLists", ".TestLongLists",
	},
	{
		"messages", Check, "says errors in terms of what was typed, with what may have been meant",
		"front.report", "errors.repl",
	},
	{
		"definitions", Check, "finds what the unit defines and which older variables and functions that continues",
		"front.collect", "units.repl",
	},
	{
		"limits", Check, "refuses functions that no longer compile",
		"front.limits", "units.repl",
	},
	{
		"positions", After, "makes one file of positions of the parts of the cell, each of which takes 250 bytes",
		"syntax.Pack", "internal/syntax.TestPack",
	},
	{
		"relink", After, "checks functions again that use what the cell declares anew",
		"front.relink", "units.repl",
	},
	{
		"unread errors", After, "finds errors that are assigned and that nobody looks at",
		"unread.Find", "internal/unread.TestFind",
	},
	{
		"advice", After, "warns of valid Go that is hardly meant",
		"advice.Of", "internal/advice.TestAdvice",
	},
	{
		"last value", Code, "keeps the value of the last expression in a variable of the session",
		"front.shown", "echo.repl",
	},
	{
		"session variables", Code, "makes := and var of a cell assignments to variables of the session",
		"front.global", "session.repl",
	},
	{
		"declared", Code, "notes what declarations use, for when that is declared anew",
		"front.declared", "units.repl",
	},
	{
		"lists as calls", Code, "reads long lists by a call",
		"front.longLists", ".TestLongLists",
	},
	{
		"networks", Code, "gives networks their own address, as Init does",
		"front.bindNetworks", "cells.repl",
	},
	{
		"places of calls", Code, "puts calls where the name of what they call is, where messages point",
		"front.placeCalls", "where.repl",
	},
	{
		"order", SSA, "gives calls variables of their own where gc evaluates in another order than the SSA form",
		"compile/evalorder.Apply", "combinations",
	},
	{
		"places of loops", SSA, "puts marks into loops that compute nothing, for the place of an interrupt",
		"compile/marking.Loops", ".TestInterruptPlace",
	},
	{
		"marks", SSA, "puts marks for the debugger before statements, while one is attached",
		"compile/marking.Put", ".TestDebugSteps",
	},
	{
		"locals", SSA, "gives types that generic functions declare one copy per instance",
		"compile.instantiate", "generics.repl",
	},
	{
		"defers of the debugger", SSA, "lets a debugger see calls that are deferred",
		"compile/marking.LeaveDefers", ".TestDebugPanics",
	},
	{
		"states of loops", SSA, "gives loops over functions the states that gc checks",
		"compile/rangefunc.ShowStates", "golang.repl",
	},
	{
		"ends of loops", SSA, "ends loops over functions with gc's panics",
		"compile/rangefunc.EndLoops", "golang.repl",
	},
	{
		"defers of loops", SSA, "runs calls that only loops over functions defer before results are loaded",
		"compile/rangefunc.EndDefers", "golang.repl",
	},
	{
		"loads", SSA, "loads what nothing has changed since the last load once",
		"compile/reload.Reuse", "golang.repl",
	},
	{
		"boxes", SSA, "leaves arrays and large structs where they are, while nothing changes them there",
		"compile/boxes.Find", ".TestPrograms",
	},
	{
		"number", Emit, "numbers blocks and values",
		"compile.number", "golang.repl",
	},
	{
		"fold", Emit, "puts constants, comparisons, appends, formats and variables into instructions that use them",
		"compile.fold", "golang.repl",
	},
	{
		"liveness", Emit, "finds where each value is used last",
		"compile.liveness", ".TestExpressions",
	},
	{
		"join", Emit, "gives values that are copied to each other one register",
		"compile.join", ".TestStatements",
	},
	{
		"place", Emit, "gives values registers, and arguments their places in the frame of the call",
		"compile.place", ".TestExpressions",
	},
	{
		"captured", Emit, "loads what a function literal has captured",
		"compile.captured", "values.repl",
	},
	{
		"release", Emit, "finds values that compiled packages have made, whose registers are cleared behind the last use",
		"compile.findHeavy", ".TestTrainingHolds",
	},
	{
		"updates", Emit, "stores elements of maps where a look-up just before has found them",
		"compile.findUpdates", "golang.repl",
	},
	{
		"temporaries", Emit, "finds tensors that only registers have: their memory serves the next result",
		"compile.findTemporaries", ".TestTemporariesReused",
	},
	{
		"emit", Emit, "writes the blocks as instructions, with comparisons and jumps in one",
		"compile.blocks", ".TestStatements",
	},
	{
		"variables", Emit, "notes where variables are, for the debugger",
		"compile.findVars", ".TestDebugPlaces",
	},
	{
		"finish", Emit, "sets distances of jumps, sizes of frames and lines",
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
