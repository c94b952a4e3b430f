package interp

import (
	"strings"
	"testing"
)

// TestDebugOps stops at ops of tensors. The values are those of mathematics: the root of -1, the gradient of x·x.
func TestDebugOps(t *testing.T) {
	const src = `import "github.com/msrepl/msrepl/grad"
f := func(x *Tensor) *Tensor {
	y := x * x
	z := y - 2
	return z.Sqrt()
}
a := f(tensor.New([]float32{2}))
b := f(tensor.New([]float32{2, 3}))
c := f(tensor.New([]float32{1, 3}))
d := grad.Grad(f)(tensor.New([]float32{3, 2}))
`
	for _, c := range []struct {
		name  string
		watch DebugWatch
		want  []string // the stops with what they are about
	}{
		{"nan", DebugWatch{NaN: true}, []string{"nan func In[1]:5 in=(2,) Float32 [-1. 7.] out=(2,) Float32 [ nan 2.6457512]"}},
		{"shape", DebugWatch{Shape: true}, []string{
			"shape func In[1]:3 in 0=(2,) Float32 [2. 3.] in 1=(2,) Float32 [2. 3.] out=(2,) Float32 [4. 9.]",
			"shape func In[1]:4 in 0=(2,) Float32 [4. 9.] in 1=() Int64 2 out=(2,) Float32 [2. 7.]",
			"shape func In[1]:5 in=(2,) Float32 [2. 7.] out=(2,) Float32 [1.4142135 2.6457512]",
		}},
		{"op", DebugWatch{Ops: []OpBreakpoint{{Name: "mul"}}}, []string{
			"op func In[1]:3 in 0=(1,) Float32 [2.] in 1=(1,) Float32 [2.] out=(1,) Float32 [4.]", "op func In[1]:3", "op func In[1]:3",
			"op func In[1]:3",
		}},
		{
			"op on a condition",
			DebugWatch{Ops: []OpBreakpoint{{Name: "Sub", Condition: "x.Size() == 2", Hit: "> 1"}}},
			[]string{
				"op func In[1]:4 in 0=(2,) Float32 [1. 9.]", "op func In[1]:4 in 0=(2,) Float32 [9. 4.]",
			},
		},
		{"gradient", DebugWatch{Gradient: true}, []string{
			"gradient In[1]:10 gradient=(2,) Float32 [1. 1.]", "gradient In[1]:10", "gradient In[1]:10 gradient=(2,) Float32 [0.1889822",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newProbe(t)
			p.attach()
			p.d.Watch(c.watch)
			p.start(src)
			for _, want := range c.want {
				got := p.stopped()
				scopes, err := p.d.Scopes(p.top())
				if err != nil || len(scopes) != 3 {
					t.Fatal(scopes, err)
				}
				list, err := p.d.Variables(scopes[2].Ref, DebugPage{})
				if err != nil {
					t.Fatal(err)
				}
				for _, v := range list {
					got += " " + v.Name + "=" + v.Value
				}
				if !strings.HasPrefix(got, want) {
					t.Errorf("got %s, want %s", got, want)
				}
				p.resume(DebugContinue)
			}
			if r := p.ended(); r.Err != nil {
				t.Error(r.Err)
			}
		})
	}
}

// TestDebugNaNOfGradient stops at the rule that returns NaN for gradients without NaN, and not at those that get it:
// the root has an infinite slope at 0, which is multiplied by 0.
func TestDebugNaNOfGradient(t *testing.T) {
	p := newProbe(t)
	p.attach()
	p.d.Watch(DebugWatch{NaN: true})
	p.start(`import "github.com/msrepl/msrepl/grad"
f := func(x *Tensor) *Tensor {
	y := x*3 + 1 - 1
	return y.Sqrt() * 0
}
g := grad.Grad(f)(tensor.New([]float32{0, 1}))`)
	p.wantStop("nan In[1]:6")
	const want = "the gradient of Sqrt, which was applied at In[1]:4, returns NaN for gradients without NaN"
	if kind, text, err := p.d.Why(); kind != "nan" || text != want || err != nil {
		t.Error(kind, text, err)
	}
	scopes, err := p.d.Scopes(p.top())
	if err != nil || len(scopes) != 3 {
		t.Fatal(scopes, err)
	}
	list, err := p.d.Variables(scopes[2].Ref, DebugPage{})
	if err != nil || len(list) != 2 || list[0].Value != "(2,) Float32 [0. 0.]" ||
		list[1].Value != "(2,) Float32 [nan 0.]" {
		t.Error(list, err)
	}
	p.resume(DebugContinue)
	if r := p.ended(); r.Err != nil || len(p.events) > 0 {
		t.Errorf("%v, then %d stops more", r.Err, len(p.events))
	}
}
