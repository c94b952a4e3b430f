package main

import (
	"fmt"

	"github.com/msrepl/msrepl/display"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

type Block struct {
	nn.Cell
	fc *nn.Dense
}

func NewBlock(in, out int) *Block {
	b := &Block{fc: nn.NewDense(in, out)}
	b.Init(b)
	return b
}

func (b *Block) Construct(x *tensor.Tensor) *tensor.Tensor { return b.fc.Call(x).Abs() }

type Pair struct {
	nn.Cell
	a, b *Block
}

func (p *Pair) Construct(x *tensor.Tensor) *tensor.Tensor { return p.b.Call(p.a.Call(x)) }

// bind tells a cell its own address, as Init does in a constructor.
func bind[T nn.Layer](cell T) T {
	cell.CellBase().Init(cell)
	return cell
}

func main() {
	// In[1]

	// In[2]

	// In[3]

	// In[4]

	// In[5]

	// In[6]
	p := bind(&Pair{a: NewBlock(2, 3), b: bind(&Block{fc: nn.NewDense(3, 1)})})

	// In[7]
	for _, w := range p.TrainableParams() {
		fmt.Println(w.Name())
	}

	// In[8]
	fmt.Println(display.Echo(p.Call(tensor.Ones(4, 2)).Shape()).Text())
}
