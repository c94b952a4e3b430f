package ops

import (
	"math"
	"slices"

	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/tensor"
)

// This file has the losses that are zero beyond a margin.

// HingeEmbeddingLoss returns x where target is 1 and max(0, margin-x) where it is -1. The arguments broadcast.
// Options: Margin (1), Reduction ("mean"). Integers give Float32.
//
//ms:op func=hinge_embedding_loss class= types=float
func HingeEmbeddingLoss(x, target *tensor.Tensor, opts ...Option) *tensor.Tensor {
	const op = "hinge_embedding_loss"
	o := read(op, opts, "Margin", "Reduction")
	agree(op, x, target)
	shape.WarnLoss(op, x.Shape(), target.Shape())
	target = asFloat(op, target)
	return once(op, of(x), func(in []*tensor.Tensor) *tensor.Tensor {
		x := in[0]
		near := tensor.Where(target.Equal(number(1)), x, tensor.ZerosLike(x))
		margin := number(kwargs.Get(o, "Margin", 1.0))
		far := tensor.Where(target.Equal(number(-1)), margin.Sub(x).ReLU(), tensor.ZerosLike(x))
		return reduced(op, o, "mean", near.Add(far))
	})
}

// MarginRankingLoss returns max(0, margin-target·(a-b)): target is 1 where a should be greater, otherwise -1. The
// shapes must be equal (ValueError). Options: Margin (0), Reduction ("mean"). Integers give Float32.
//
//ms:op func=margin_ranking_loss class= types=float
func MarginRankingLoss(a, b, target *tensor.Tensor, opts ...Option) *tensor.Tensor {
	const op = "margin_ranking_loss"
	o := read(op, opts, "Margin", "Reduction")
	sameShape(op, "input1", "input2", a, b)
	sameShape(op, "target", "input1", target, a)
	in := of(asFloat(op, a), asFloat(op, b), target) // integer targets do not affect the dtype
	return engine.RoundedOnce(in, func(in []*tensor.Tensor) *tensor.Tensor {
		margin := number(kwargs.Get(o, "Margin", 0.0))
		return reduced(op, o, "mean", in[0].Sub(in[1]).Mul(in[2]).Neg().Add(margin).ReLU())
	})
}

// CosineSimilarity returns Σa·b / max(|a|·|b|, eps) along an axis, which is removed; a and b broadcast. Integers
// give Float32.
//
//ms:op func=cosine_similarity class= types=float
func CosineSimilarity(a, b *tensor.Tensor, axis int, eps float64) *tensor.Tensor {
	const op = "cosine_similarity"
	a, b = asFloat(op, a), asFloat(op, b)
	agree(op, a, b)
	needAxis(op, a, axis)
	return engine.RoundedOnce([]*tensor.Tensor{a, b}, func(in []*tensor.Tensor) *tensor.Tensor {
		a, b := in[0], in[1]
		lengths := a.Norm(axis).Mul(b.Norm(axis))
		lengths = tensor.Where(lengths.Less(number(eps)), number(eps), lengths)
		return a.Mul(b).Sum(axis).Div(lengths)
	})
}

// CosineEmbeddingLoss returns, for c the cosine of the rows of a and b, of shape (N, D) or (D), 1-c where target, of
// shape (N) or (), is 1 and max(0, c-margin) where it is -1. Options: Margin (0), in [-1, 1], Reduction ("mean").
// Integers give Float32.
//
//ms:op func=cosine_embedding_loss class= types=float
func CosineEmbeddingLoss(a, b, target *tensor.Tensor, opts ...Option) *tensor.Tensor {
	const op, tiny = "cosine_embedding_loss", 1e-12
	o := read(op, opts, "Margin", "Reduction")
	margin := kwargs.Get(o, "Margin", 0.0)
	if margin < -1 || margin > 1 {
		tensor.Throw(op, tensor.ValueError, "For '%s', the 'margin' must be in range of [-1.0, 1.0], but got %v.", op, margin)
	}
	sameShape(op, "input1", "input2", a, b)
	checkRank(op, "input1", a, 1, 2)
	return once(op, of(a, b), func(in []*tensor.Tensor) *tensor.Tensor {
		a, b := in[0], in[1]
		length := func(x *tensor.Tensor) *tensor.Tensor { return x.Square().Sum(-1).Add(number(tiny)).Sqrt() }
		cos := a.Mul(b).Sum(-1).Div(length(a).Mul(length(b)))
		sameShape(op, "target", "the cosines", target, cos)
		zero := tensor.ZerosLike(cos)
		loss := tensor.Where(target.Equal(number(1)), number(1).Sub(cos), zero).
			Add(tensor.Where(target.Equal(number(-1)), cos.Sub(number(margin)).ReLU(), zero))
		return reduced(op, o, "mean", loss)
	})
}

// MultiMarginLoss returns, for scores x of shape (N, C) or (C) and class indices y of shape (N) or (), the mean over
// the classes other than y of w·max(0, margin-x[y]+x[c])^p, w the weight of y. Options: NormDegree (1 or 2; 1),
// Margin (1), Weight of shape (C), Reduction ("mean"). Integers give Float32.
//
//ms:op func=multi_margin_loss class=MultiMarginLoss types=float
func MultiMarginLoss(x, y *tensor.Tensor, opts ...Option) *tensor.Tensor {
	const op = "MultiMarginLoss"
	o := read(op, opts, "NormDegree", "Margin", "Weight", "Reduction")
	p := kwargs.Get(o, "NormDegree", 1.0)
	if p != 1 && p != 2 {
		tensor.Throw(op, tensor.ValueError, "For '%s', the 'p' must be 1 or 2, but got %v.", op, p)
	}
	rows, index := rowsAndTargets(op, x, y)
	return once(op, of(rows), func(in []*tensor.Tensor) *tensor.Tensor {
		x, classes := in[0], rows.Dim(1)
		loss := number(kwargs.Get(o, "Margin", 1.0)).Sub(x.GatherElements(1, index)).Add(x).ReLU()
		if p == 2 {
			loss = loss.Square()
		}
		if w := classWeight(op, o, classes, x.DType()); w != nil {
			loss = loss.Mul(w.Gather(index, 0))
		}
		own := tensor.Arange(classes).Equal(index)
		loss = loss.MaskedFill(own, 0).Mean(-1)
		if y.NDim() == 0 {
			loss = loss.Squeeze(0)
		}
		return reduced(op, o, "mean", loss)
	})
}

// rowsAndTargets returns x as floats of shape (N, C) and the class indices y, one per row, as Int64 of shape (N, 1).
func rowsAndTargets(op string, x, y *tensor.Tensor) (rows, index *tensor.Tensor) {
	checkRank(op, "input", x, 1, 2)
	if want := x.Shape()[:x.NDim()-1]; !slices.Equal(want, y.Shape()) {
		tensor.Throw(op, tensor.ValueError, "For '%s', the shape of 'target' must be %s for 'input' of shape %s, but got %s.",
			op, tupleText(want), tupleText(x.Shape()), tupleText(y.Shape()))
	}
	if !y.DType().IsInt() {
		tensor.Throw(op, tensor.TypeError, "For '%s', the type of 'target' must be an integer, but got Tensor[%s].", op, y.DType())
	}
	return asFloat(op, x).Reshape(-1, x.Dim(-1)), y.AsType(tensor.Int64).Reshape(-1, 1)
}

// MultilabelMarginLoss returns, for scores x and class indices of the same shape, (N, C) or (C), where the labels of
// a row are those before the first -1, the sum of max(0, 1-x[label]+x[c]) over the labels and the classes c that are
// not labels, divided by C. Option: Reduction ("mean"). Integers give Float32.
//
//ms:op func=multilabel_margin_loss class=MultilabelMarginLoss types=float
func MultilabelMarginLoss(x, target *tensor.Tensor, opts ...Option) *tensor.Tensor {
	const op = "MultilabelMarginLoss"
	o := read(op, opts, "Reduction")
	sameShape(op, "x", "target", x, target)
	checkRank(op, "x", x, 1, 2)
	if !target.DType().IsInt() {
		tensor.Throw(op, tensor.TypeError, "For '%s', the type of 'target' must be an integer, but got Tensor[%s].", op, target.DType())
	}
	classes := x.Dim(-1)
	labels := target.AsType(tensor.Int64).Reshape(-1, classes)
	valid := labels.GreaterEqual(tensor.Scalar(0)).AsType(tensor.Int64).CumProd(-1).AsType(tensor.Bool)
	index := labels.MaskedFill(valid.LogicalNot(), 0)
	other := index.ExpandDims(2).Equal(tensor.Arange(classes)).LogicalAnd(valid.ExpandDims(2)).Any(1).LogicalNot()
	counted := valid.ExpandDims(2).LogicalAnd(other.ExpandDims(1))
	return once(op, of(x), func(in []*tensor.Tensor) *tensor.Tensor {
		rows := in[0].Reshape(-1, classes)
		loss := number(1).Sub(rows.GatherElements(1, index).ExpandDims(2)).Add(rows.ExpandDims(1)).ReLU()
		loss = loss.Mul(counted.AsType(rows.DType())).Sum(1, 2).Div(number(float64(classes)))
		if x.NDim() == 1 {
			loss = loss.Squeeze(0)
		}
		return reduced(op, o, "mean", loss)
	})
}

// TripletMarginLoss returns max(0, |a-p| - |a-n| + margin) for the rows of anchor a, positive p and negative n, which
// broadcast. Options: Margin (1), NormDegree (2), Eps (1e-6) added to the differences, DistanceSwap (false) uses the
// distance of n from p if it is smaller, Reduction ("mean"). Integers give Float32.
//
//ms:op func=triplet_margin_loss class=TripletMarginLoss types=float
func TripletMarginLoss(anchor, positive, negative *tensor.Tensor, opts ...Option) *tensor.Tensor {
	const op = "TripletMarginLoss"
	o := read(op, opts, "Margin", "NormDegree", "Eps", "DistanceSwap", "Reduction")
	p, eps := kwargs.Get(o, "NormDegree", 2.0), kwargs.Get(o, "Eps", 1e-6)
	agree(op, anchor, positive)
	agree(op, anchor, negative)
	return once(op, of(anchor, positive, negative), func(in []*tensor.Tensor) *tensor.Tensor {
		anchor, positive, negative := in[0], in[1], in[2]
		near, far := rowDistance(anchor, positive, p, eps), rowDistance(anchor, negative, p, eps)
		if kwargs.Get(o, "DistanceSwap", false) {
			far = far.Minimum(rowDistance(positive, negative, p, eps))
		}
		return reduced(op, o, "mean", near.Sub(far).Add(number(kwargs.Get(o, "Margin", 1.0))).ReLU())
	})
}

// rowDistance returns the p-norm of a-b+eps along the last axis.
func rowDistance(a, b *tensor.Tensor, p, eps float64) *tensor.Tensor {
	return rowNorm(a.Sub(b).Add(number(eps)), p)
}

// rowNorm returns the p-norm along the last axis: for p = 0 the number of nonzero elements, for infinite p the
// largest.
func rowNorm(d *tensor.Tensor, p float64) *tensor.Tensor {
	switch {
	case p == 0:
		return d.NotEqual(number(0)).AsType(d.DType()).Sum(-1)
	case p == 1:
		return d.Abs().Sum(-1)
	case p == 2:
		return d.Norm(-1)
	case math.IsInf(p, 1):
		return d.Abs().Max(-1)
	}
	return d.Abs().Pow(number(p)).Sum(-1).Pow(number(1 / p))
}

// Dist returns the p-norm of all elements of x-y, whose shapes broadcast. p must be at least 0, and may be infinite
// (ValueError). Integers give Float32.
//
//ms:op func=dist class= types=float
func Dist(x, y *tensor.Tensor, p float64) *tensor.Tensor {
	const op = "dist"
	if p < 0 || p != p {
		tensor.Throw(op, tensor.ValueError, "For '%s', 'p' must not be negative, but got %v.", op, p)
	}
	return once(op, of(x, y), func(in []*tensor.Tensor) *tensor.Tensor {
		return in[0].Sub(in[1]).VectorNorm(p, nil, false)
	})
}

// PDist returns the p-norm distances of all pairs of rows of x, of shape (…, N, D), in the order (0, 1), (0, 2),
// …, (1, 2), …: a result of shape (…, N·(N-1)/2). p must be at least 0, and may be infinite (ValueError).
// Integers give Float32.
//
//ms:op func=pdist class= types=float
func PDist(x *tensor.Tensor, p float64) *tensor.Tensor {
	const op = "pdist"
	x = asFloat(op, x)
	if x.NDim() < 2 || p < 0 || p != p {
		tensor.Throw(op, tensor.ValueError, "For '%s', 'input' must have two axes at least and 'p' must not be negative, but got the shape %s and p = %v.",
			op, tupleText(x.Shape()), p)
	}
	n := x.Dim(-2)
	var pairs []int64
	for i := range n {
		for j := i + 1; j < n; j++ {
			pairs = append(pairs, int64(i*n+j))
		}
	}
	if pairs == nil {
		return x.Sum(-1).At(tensor.Ellipsis, tensor.To(0))
	}
	return once(op, of(x), func(in []*tensor.Tensor) *tensor.Tensor {
		all := in[0].Cdist(in[0], p)
		return all.Reshape(append(all.Shape()[:all.NDim()-2], n*n)...).At(tensor.Ellipsis, tensor.New(pairs))
	})
}
