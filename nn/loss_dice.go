package nn

import (
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// Smooth sets the small number that keeps [DiceLoss] finite (smooth).
func Smooth(s float64) Option { return Option{"Smooth", s} }

// DiceLoss is mindspore.nn.DiceLoss: 1 - 2·Σ(logits·labels)/(Σlogits² + Σlabels² + smooth).
//
//ms:layer loss.loss reduction=-
type DiceLoss struct {
	LossBase
	smooth float64 `default:"1e-5"`
}

// Construct takes two tensors of the same shape (ValueError).
func (l *DiceLoss) Construct(logits, labels *tensor.Tensor) *tensor.Tensor {
	sameLength("DiceLoss", logits, labels)
	return rounded(logits, labels, func(logits, labels *tensor.Tensor) *tensor.Tensor {
		both := logits.Mul(labels).Sum()
		size := logits.Square().Sum().Add(labels.Square().Sum())
		dice := both.Mul(tensor.Scalar(2)).Div(size.Add(tensor.Scalar(l.smooth)))
		return dice.Neg().Add(tensor.Scalar(1))
	})
}

// MultiClassDiceLoss is mindspore.nn.MultiClassDiceLoss: the mean of the [DiceLoss] of every class.
//
//ms:layer loss.loss reduction=-
type MultiClassDiceLoss struct {
	LossBase
	Dice       *DiceLoss `ms:"binarydiceloss"`
	Activation Layer     `ms:"activation"`

	weights *tensor.Tensor
	ignore  int
}

// multiClassDiceOptions are the options of [MultiClassDiceLoss].
type multiClassDiceOptions struct {
	weights     *tensor.Tensor `default:"" doc:"of shape (N, C)"`
	ignoreIndex int            `default:"-1" doc:"none"`
	activation  *any           `default:"" doc:"\"softmax\", nil for none"`
}

func (l *MultiClassDiceLoss) build(o multiClassDiceOptions) {
	l.Dice, l.weights, l.ignore = NewDiceLoss(), o.weights, o.ignoreIndex
	switch {
	case o.activation == nil:
		l.Activation = activation("softmax")
	case *o.activation != nil:
		l.Activation = activation(*o.activation)
	}
}

// Construct takes two tensors of one shape (N, C) (ValueError).
func (l *MultiClassDiceLoss) Construct(logits, labels *tensor.Tensor) *tensor.Tensor {
	sameLength("MultiClassDiceLoss", logits, labels)
	if l.Activation != nil {
		logits = l.Activation.CellBase().Call(logits)
	}
	total := tensor.Scalar(0.0)
	for c := range labels.Dim(1) {
		if c == l.ignore {
			continue
		}
		loss := l.Dice.Call(logits.At(tensor.All(), c), labels.At(tensor.All(), c))
		if l.weights != nil {
			loss = loss.Mul(l.weights.At(c))
		}
		total = loss.Add(total)
	}
	return total.Div(tensor.Scalar(labels.Dim(1)))
}

// Blank sets the class of the blank symbol of [CTCLoss] (blank).
func Blank(class int) Option { return Option{"Blank", class} }

// ZeroInfinity makes infinite losses zero (zero_infinity).
func ZeroInfinity(on bool) Option { return Option{"ZeroInfinity", on} }

// CTCLoss is mindspore.nn.CTCLoss: connectionist temporal classification. The reduction "mean" divides each loss by its
// target's length first.
//
//ms:layer loss.loss
type CTCLoss struct {
	LossBase
	blank        int  `default:"0"`
	zeroInfinity bool `default:"false"`
}

// Construct takes logarithms of probabilities of shape (T, N, C), class indices of shape (N, S) and the
// lengths of each row, of shape (N).
func (l *CTCLoss) Construct(logP, targets, inputLengths, targetLengths *tensor.Tensor) *tensor.Tensor {
	loss, _ := ops.CTCLoss(logP, targets, inputLengths, targetLengths,
		ops.Blank(l.blank), ops.ZeroInfinity(l.zeroInfinity), l.how())
	return loss
}
