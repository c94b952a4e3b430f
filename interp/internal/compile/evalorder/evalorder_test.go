package evalorder_test

import (
	"go/ast"
	"go/types"
	"testing"

	"github.com/msrepl/msrepl/interp/internal/compile/evalorder"
	"github.com/msrepl/msrepl/interp/internal/passtest"
)

type noSession struct{}

func (noSession) Holds(*types.Var) bool { return false }

func TestApply(t *testing.T) {
	passtest.Run(t, func(t *testing.T, in string) string {
		c := passtest.Check(t, in)
		evalorder.Apply(c.Package, []*ast.File{c.File}, c.Info, noSession{})
		return passtest.Print(t, c.Main(t))
	})
}
