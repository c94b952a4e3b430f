package sugar

import (
	"go/ast"
	"go/types"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/interp/internal/passtest"
)

// TestSugar compares rewritten texts with what a Go programmer writes in their place. What is left must check, or the
// expected text ends with the first message.
func TestSugar(t *testing.T) {
	passtest.Run(t, func(t *testing.T, in string) string {
		c := passtest.Check(t, in)
		lang := &Language{
			Fset: c.Fset, Package: c.Package, Tensor: c.Tensor, Text: c.Text,
			Qualify: types.RelativeTo(c.Package), Defaults: defaults,
		}
		spans := Spans{}
		for range 10 {
			g := New(lang, c.Info, spans)
			changed := g.Rewrite([]*ast.File{c.File})
			if len(g.Errors) > 0 {
				return g.Errors[0].Msg
			}
			if !changed {
				break
			}
			c.Again(t)
			if len(c.Errors) > 0 {
				last := c.Errors[0].(types.Error)
				if changed = New(lang, c.Info, spans).Rewrite([]*ast.File{c.File}); !changed {
					return g.UserText(last.Msg)
				}
				c.Again(t)
			}
		}
		if len(c.Errors) > 0 {
			return c.Errors[0].(types.Error).Msg
		}
		text := strings.TrimPrefix(passtest.Print(t, c.File), "package main")
		return strings.TrimSpace(text)
	})
}

// defaults are those of a few ops.
func defaults(f *types.Func, given int) []string {
	switch {
	case f.Name() == "Diagonal":
		return []string{"0", "0", "1"}[given:]
	case f.Name() == "ELU" && f.Signature().Recv() != nil:
		return []string{"1.0"}
	case f.Name() == "Dropout" && given == 1:
		return []string{"0.5"}
	}
	return nil
}
