package port

import (
	"strings"

	"github.com/msrepl/msrepl/internal/text/python"
)

// markRandom marks the cells that show what depends on random numbers: those that name something random, or a
// variable, function or class of the page that does.
func (t *Translator) markRandom(cells []Cell) {
	tainted := map[string]bool{}
	seeded := false
	for i, c := range t.cells {
		if c.err != nil {
			continue
		}
		src := c.src
		if strings.Contains(src, "seed(") {
			seeded = true
		}
		for _, s := range c.module.Body {
			random := false
			walk([]python.Stmt{s}, func(n any) {
				switch n := n.(type) {
				case *python.Name:
					random = random || n.Ctx == python.Load && (tainted[n.ID] || layersWithWeights[n.ID])
				case *python.Attribute:
					random = random || draws(n, seeded)
				}
			})
			for _, name := range assigned([]python.Stmt{s}) {
				if random {
					tainted[name] = true
				} else if _, isAssign := s.(*python.Assign); isAssign {
					delete(tainted, name)
				}
			}
			cells[i].Random = cells[i].Random || random
		}
	}
}

// layersWithWeights are the layers whose parameters begin with random numbers, which are others here.
var layersWithWeights = map[string]bool{
	"Dense": true, "Conv1d": true, "Conv2d": true, "Conv3d": true, "Conv2dTranspose": true, "Conv1dTranspose": true, "Embedding": true, "LSTM": true, "GRU": true, "RNN": true, "LSTMCell": true,
	"GRUCell": true, "RNNCell": true, "Dropout": true, "Dropout2d": true, "MultiheadAttention": true, "Transformer": true, "Normal": true, "Uniform": true, "HeNormal": true, "HeUniform": true,
	"XavierUniform": true, "XavierNormal": true, "TruncatedNormal": true, "StandardNormal": true, "UniformReal": true, "Dropout2D": true,
	"RReLU": true, "Cauchy": true, "Multinomial": true, "MultinomialWithReplacement": true,
}

// draws says whether an attribute names a source of random numbers. Numpy's are the same here once they are seeded.
func draws(a *python.Attribute, seeded bool) bool {
	if layersWithWeights[a.Attr] {
		return true
	}
	if base, ok := a.Value.(*python.Attribute); ok && base.Attr == "random" {
		return !seeded && a.Attr != "seed"
	}
	return isIn(a.Attr, "standard_normal", "shuffle", "dropout", "randn", "rand", "randint", "rand_like", "randn_like",
		"randint_like", "rrelu")
}
