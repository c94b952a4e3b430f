package dap

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/google/go-dap"

	"github.com/msrepl/msrepl/interp"
)

func (a *Adapter) threads(json.RawMessage) (any, error) {
	list := []dap.Thread{}
	for _, t := range a.debugger.Threads() {
		list = append(list, dap.Thread{Id: t.ID, Name: t.Name})
	}
	if len(list) == 0 {
		list = append(list, dap.Thread{Id: 1, Name: "cells"})
	}
	return dap.ThreadsResponseBody{Threads: list}, nil
}

func (a *Adapter) stackTrace(args dap.StackTraceArguments) (any, error) {
	stack, err := a.debugger.Stack(args.ThreadId)
	if err != nil {
		return nil, err
	}
	body := dap.StackTraceResponseBody{TotalFrames: len(stack), StackFrames: []dap.StackFrame{}}
	for i, f := range stack {
		if i < args.StartFrame || args.Levels > 0 && i >= args.StartFrame+args.Levels {
			continue
		}
		name := f.Func
		name = cmp.Or(name, f.Cell)
		body.StackFrames = append(body.StackFrames, dap.StackFrame{
			Id: f.ID, Name: name, Line: f.Line, Column: f.Col, Source: &dap.Source{Name: f.Cell, Path: a.path(f.Text)},
		})
	}
	return body, nil
}

func (a *Adapter) scopes(args dap.ScopesArguments) (any, error) {
	list, err := a.debugger.Scopes(args.FrameId)
	body := dap.ScopesResponseBody{Scopes: []dap.Scope{}}
	for _, s := range list {
		body.Scopes = append(body.Scopes, dap.Scope{Name: s.Name, PresentationHint: strings.ToLower(s.Name), VariablesReference: s.Ref})
	}
	return body, err
}

func (a *Adapter) list(list []interp.DebugVariable) []dap.Variable {
	all := []dap.Variable{}
	for _, v := range list {
		t := v.Type
		if a.lab && (v.Ref == 0 || t == "Tensor") {
			t = labType(v.Type, v.Value)
		}
		all = append(all, dap.Variable{
			Name: v.Name, Value: v.Value, Type: t, EvaluateName: v.Expr, VariablesReference: v.Ref,
			NamedVariables: v.Named, IndexedVariables: v.Indexed,
		})
	}
	return all
}

// labTypes are the types of Go whose values JupyterLab shows under the name that it gives them, Python's.
var labTypes = map[string]string{"int": "int", "float64": "float", "bool": "bool", "string": "str"}

// labType returns the type of a variable for JupyterLab, whose tree shows the value of those of Python's types alone,
// reading numbers as JavaScript does; of any other type it shows the value where the type is left out. What has parts
// keeps its type, tensors apart: their text begins with shape and dtype.
func labType(goType, value string) string {
	switch t := labTypes[goType]; {
	case value == interp.Unread:
		return ""
	case t == "int" || t == "float":
		if x, err := strconv.ParseFloat(value, 64); err != nil || math.Abs(x) > 1<<53 || math.IsNaN(x) {
			return ""
		}
		return t
	default:
		return t
	}
}

func (a *Adapter) variables(args dap.VariablesArguments) (any, error) {
	list, err := a.debugger.Variables(args.VariablesReference, interp.DebugPage{
		Start: args.Start, Count: args.Count, Named: args.Filter == "named", Indexed: args.Filter == "indexed",
	})
	return dap.VariablesResponseBody{Variables: a.list(list)}, err
}

func (a *Adapter) inspectVariables(json.RawMessage) (any, error) {
	list, err := a.debugger.Inspect()
	return dap.VariablesResponseBody{Variables: a.list(list)}, err
}

func (a *Adapter) setVariable(args dap.SetVariableArguments) (any, error) {
	v, err := a.debugger.Set(args.VariablesReference, args.Name, args.Value)
	return dap.SetVariableResponseBody{
		Value: v.Value, Type: v.Type, VariablesReference: v.Ref, NamedVariables: v.Named, IndexedVariables: v.Indexed,
	}, err
}

func (a *Adapter) setExpression(args dap.SetExpressionArguments) (any, error) {
	if _, err := a.debugger.Evaluate(args.FrameId, args.Expression+" = "+args.Value); err != nil {
		return nil, err
	}
	v, err := a.debugger.Evaluate(args.FrameId, args.Expression)
	return dap.SetExpressionResponseBody{Value: v.Value, Type: v.Type, VariablesReference: v.Ref}, err
}

func (a *Adapter) evaluate(args dap.EvaluateArguments) (any, error) {
	v, err := a.debugger.Evaluate(args.FrameId, args.Expression)
	return dap.EvaluateResponseBody{
		Result: v.Value, Type: v.Type, VariablesReference: v.Ref, NamedVariables: v.Named, IndexedVariables: v.Indexed,
	}, err
}

type richArguments struct {
	VariableName string `json:"variableName"`
	FrameID      int    `json:"frameId"`
}

func (a *Adapter) richInspectVariables(args richArguments) (any, error) {
	b, err := a.debugger.Rich(args.FrameID, args.VariableName)
	if err != nil {
		return nil, err
	}
	data, metadata := b.Data, b.Metadata
	if data == nil {
		return nil, fmt.Errorf("%s has no value", args.VariableName)
	}
	if metadata == nil {
		metadata = map[string]any{}
	}
	return map[string]any{"data": data, "metadata": metadata}, nil
}

type copyArguments struct {
	To    string `json:"dstVariableName"`
	From  string `json:"srcVariableName"`
	Frame int    `json:"srcFrameId"`
}

func (a *Adapter) copyToGlobals(args copyArguments) (any, error) {
	return empty{}, a.debugger.CopyToGlobals(args.Frame, args.From, args.To)
}

func (a *Adapter) exceptionInfo(json.RawMessage) (any, error) {
	kind, text, err := a.debugger.Why()
	return dap.ExceptionInfoResponseBody{ExceptionId: kind, Description: text, BreakMode: "always"}, err
}
