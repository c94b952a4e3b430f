package port

import "testing"

// TestFunctionsOfFunctions has functions that mindspore.vjp and vmap return, and what these give.
func TestFunctionsOfFunctions(t *testing.T) {
	const imports = "import mindspore as ms\nimport mindspore.numpy as mnp\nfrom mindspore import Tensor, ops\nx = Tensor([[1.0, 2.0]])\n" +
		"def f(a, b):\n    return a * b, a\n"
	for _, c := range []struct{ python, goes string }{
		{
			"(y, z), back = ms.vjp(f, x, x)\ndx, _ = back(x, x)\nprint(y, dx)",
			"value, back := grad.VJP(f, x, x)\ny := value.At(0).Tensor()\nz := value.At(1).Tensor()\n" +
				"values := back(x, x)\ndx := values[0]\nprint(y, dx)",
		},
		{
			"y, back, z = ms.vjp(f, x, x, has_aux=True)\nprint([back(v)[1] for v in x], z)",
			"y, back, z := grad.VJPAux(f, x, x)\nlist := []*Tensor{}\nfor i := range x.Dim(0) {\n\tv := x[i]\n" +
				"\tlist = append(list, back(v)[1])\n}\nprint(list, z.Tensor())",
		},
		{
			"y, z = ms.vmap(f, (0, None))(x, x)\nprint(y + z)",
			"values := grad.Vmap(f, grad.InAxes([]any{0, nil}))(x, x)\ny := values.At(0).Tensor()\n" +
				"z := values.At(1).Tensor()\nprint(y + z)",
		},
		{
			"da, db = ms.vmap(ms.grad(f, (0, 1)))(x, x)\nprint(da)",
			"values := grad.Vmap(grad.GradAt(f, 0, 1))(x, x)\nda := values.At(0).Tensor()\n" +
				"db := values.At(1).Tensor()\nprint(da)",
		},
		{"print(ms.grad(ops.sin)(x))", "print(grad.Grad(ops.Sin)(x))"},
		{"print(ms.vmap(mnp.tanh)(x))", "print(grad.Vmap(np.Tanh)(x).Tensor())"},
	} {
		cells := translator(t).Page([]string{imports, c.python})
		if cells[1].Go != c.goes || len(cells[1].Left) > 0 {
			t.Errorf("%s\ngot\n%s\nwant\n%s\nleft %v", c.python, cells[1].Go, c.goes, cells[1].Left)
		}
	}
}
