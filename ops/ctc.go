package ops

import (
	"math"

	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/tensor"
)

// impossible is the logarithm of a zero probability in [CTCLoss]: finite, so that its gradient is finite, too.
const impossible = -1e30

// CTCLoss returns the connectionist temporal classification loss (Graves et al., 2006) of logP, logarithms of
// probabilities of shape (T, N, C), and targets, class indices of shape (N, S), with the lengths of each row, of
// shape (N); and the logarithms of the forward variables, of shape (N, T, 2S+1). Options: Blank (0), Reduction
// ("mean", which divides each loss by its target's length), ZeroInfinity (false). Float16 is computed as Float32.
// Integers give Float32.
//
//ms:op func=ctc_loss class=CTCLossV2 types=float
func CTCLoss(logP, targets, inputLengths, targetLengths *tensor.Tensor, opts ...Option) (loss, logAlpha *tensor.Tensor) {
	const op = "CTCLoss"
	o := read(op, opts, "Blank", "Reduction", "ZeroInfinity")
	loss = inFull(asFloat(op, logP), func(logP *tensor.Tensor) *tensor.Tensor {
		loss, logAlpha = ctcLoss(op, o, logP, targets, inputLengths, targetLengths)
		return loss
	})
	return loss, logAlpha.AsType(loss.DType())
}

func ctcLoss(
	op string, o options, logP, targets, inputLengths, targetLengths *tensor.Tensor,
) (loss, logAlpha *tensor.Tensor) {
	c := newCTC(op, logP, targets, inputLengths, targetLengths, kwargs.Get(o, "Blank", 0))
	alpha := c.forward(logP)
	loss = c.likelihood(alpha).Neg()
	infinite := loss.Greater(number(-impossible / 2))
	if kwargs.Get(o, "ZeroInfinity", false) {
		loss = loss.MaskedFill(infinite, 0)
	} else {
		loss = tensor.Where(infinite, number(math.Inf(1)), loss)
	}
	if kwargs.Get(o, "Reduction", "mean") == "mean" {
		lengths := targetLengths.AsType(loss.DType())
		loss = loss.Div(lengths.Maximum(number(1)))
	}
	never := alpha.Less(number(impossible / 2)).LogicalOr(c.outside())
	logAlpha = tensor.Where(never, number(math.Inf(-1)), alpha.Detach())
	return reduced(op, o, "mean", loss), logAlpha
}

// ctc has the targets with blanks around each label, of shape (N, 2S+1), and the labels before which a path may skip
// a blank.
type ctc struct {
	times, rows, width int
	labels, skips      *tensor.Tensor
	inputs, targets    []int64
}

func newCTC(op string, logP, targets, inputLengths, targetLengths *tensor.Tensor, blank int) *ctc {
	checkRank(op, "log_probs", logP, 3)
	checkRank(op, "targets", targets, 2)
	c := &ctc{times: logP.Dim(0), rows: logP.Dim(1), width: 2*targets.Dim(1) + 1}
	classes := logP.Dim(2)
	c.inputs, c.targets = inputLengths.Int64s(), targetLengths.Int64s()
	if targets.Dim(0) != c.rows || len(c.inputs) != c.rows || len(c.targets) != c.rows || c.rows == 0 {
		tensor.Throw(op, tensor.ValueError, "For '%s', 'targets', 'input_lengths' and 'target_lengths' must have a row for each of the %d sequences "+
			"of 'log_probs', but have %d, %d and %d.", op, c.rows, targets.Dim(0), len(c.inputs), len(c.targets))
	}
	if blank < 0 || blank >= classes {
		tensor.Throw(op, tensor.ValueError, "For '%s', the 'blank' must be in range [0, %d), but got %d.", op, classes, blank)
	}
	for i := range c.rows {
		if c.inputs[i] < 1 || c.inputs[i] > int64(c.times) || c.targets[i] < 0 || c.targets[i] > int64(targets.Dim(1)) {
			tensor.Throw(op, tensor.ValueError, "For '%s', sequence %d has the input length %d of %d and the target length %d of %d.",
				op, i, c.inputs[i], c.times, c.targets[i], targets.Dim(1))
		}
	}
	given, labels, skips := targets.Int64s(), make([]int64, c.rows*c.width), make([]bool, c.rows*c.width)
	for k := range labels {
		n, s := k/c.width, k%c.width
		labels[k] = int64(blank)
		if s%2 == 1 && int64(s/2) < c.targets[n] {
			labels[k] = given[n*targets.Dim(1)+s/2]
		}
		if l := labels[k]; l < 0 || l >= int64(classes) {
			tensor.Throw(op, tensor.ValueError, "For '%s', the labels must be in range [0, %d), but got %d.", op, classes, l)
		}
		skips[k] = s > 2 && s%2 == 1 && labels[k] != labels[k-2]
	}
	c.labels, c.skips = tensor.New(labels).Reshape(c.rows, c.width), tensor.New(skips).Reshape(c.rows, c.width)
	return c
}

// forward returns the logarithms of the forward variables, of shape (N, T, 2S+1).
func (c *ctc) forward(logP *tensor.Tensor) *tensor.Tensor {
	emits := logP.GatherElements(2, c.labels.BroadcastTo(c.times, c.rows, c.width)).Unstack(0)
	never := tensor.Full([]int{c.rows, 2}, impossible, logP.DType())
	barred := c.skips.LogicalNot()
	alphas := make([]*tensor.Tensor, c.times)
	alphas[0] = emits[0].MaskedFill(tensor.Arange(c.width).Greater(tensor.Scalar(1)), impossible)
	for t := 1; t < c.times; t++ {
		last := alphas[t-1]
		shifted := tensor.Concat([]*tensor.Tensor{never, last}, 1)
		step := shifted.At(tensor.All(), tensor.Span(1, c.width+1))
		skip := shifted.At(tensor.All(), tensor.To(c.width)).MaskedFill(barred, impossible)
		alphas[t] = tensor.Stack([]*tensor.Tensor{last, step, skip}, 0).LogSumExp([]int{0}, false).Add(emits[t])
	}
	return tensor.Stack(alphas, 1)
}

// likelihood returns the logarithm of the probability of each target, of shape (N).
func (c *ctc) likelihood(alpha *tensor.Tensor) *tensor.Tensor {
	rows := make([]*tensor.Tensor, c.rows)
	for n := range rows {
		end := int(2*c.targets[n] + 1)
		rows[n] = alpha.At(n, int(c.inputs[n]-1), tensor.Span(max(0, end-2), end)).LogSumExp(nil, false)
	}
	return tensor.Stack(rows, 0)
}

// outside marks the forward variables beyond the ends of a sequence and its target.
func (c *ctc) outside() *tensor.Tensor {
	late := tensor.Arange(c.times).Reshape(1, -1, 1).GreaterEqual(tensor.New(c.inputs).Reshape(-1, 1, 1))
	long := tensor.Arange(c.width).GreaterEqual(tensor.New(c.targets).Mul(tensor.Scalar(2)).Add(tensor.Scalar(1)).Reshape(-1, 1, 1))
	return late.LogicalOr(long)
}

// CTCGreedyDecoder takes the most likely class at each time of inputs, of shape (T, N, C), in sequences of the given
// lengths, of shape (N); the last class is the blank. It returns the decoded classes as a sparse tensor (indices of
// shape (K, 2), values of shape (K), its shape) and the negative sums of the largest inputs, of shape (N, 1). With
// merge, repeated classes are merged. Integer inputs give Float32.
//
//ms:op func=ctc_greedy_decoder class=CTCGreedyDecoder types=float grad=no
func CTCGreedyDecoder(inputs, lengths *tensor.Tensor, merge bool) (indices, values, shape, logProbability *tensor.Tensor) {
	const op = "CTCGreedyDecoder"
	checkRank(op, "inputs", inputs, 3)
	inputs = asFloat(op, inputs).Detach()
	times, rows, blank, length := inputs.Dim(0), inputs.Dim(1), int64(inputs.Dim(2)-1), lengths.Int64s()
	if len(length) != rows || blank < 0 {
		tensor.Throw(op, tensor.ValueError, "For '%s', the length of 'sequence_length' must be %d and there must be a class, but got %s and 'inputs' of shape %s.",
			op, rows, tupleText(lengths.Shape()), tupleText(inputs.Shape()))
	}
	best, class := inputs.MaxWithIndex(-1, false)
	top, classes := best.Float64s(), class.Int64s()
	at, decoded, sums, longest := []int64{}, []int64{}, make([]float64, rows), int64(0)
	for n := range rows {
		if length[n] < 0 || length[n] > int64(times) {
			tensor.Throw(op, tensor.ValueError, "For '%s', the 'sequence_length' must be in range [0, %d], but got %d.", op, times, length[n])
		}
		count, last := int64(0), int64(-1)
		for t := range int(length[n]) {
			c := classes[t*rows+n]
			sums[n] -= top[t*rows+n]
			if c != blank && !(merge && c == last) {
				at, decoded = append(at, int64(n), count), append(decoded, c)
				count++
			}
			last = c
		}
		longest = max(longest, count)
	}
	return tensor.New(at).Reshape(-1, 2), tensor.New(decoded), tensor.New([]int64{int64(rows), longest}),
		tensor.New(sums).Reshape(rows, 1).AsType(inputs.DType())
}
