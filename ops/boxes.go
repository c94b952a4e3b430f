package ops

import (
	"math"
	"slices"

	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/internal/text/pyrepr"
	"github.com/msrepl/msrepl/tensor"
)

// Means sets the means of box deltas (means), four numbers.
func Means(m ...float64) Option { return Option{"Means", m} }

// Stds sets the standard deviations of box deltas (stds), four numbers.
func Stds(s ...float64) Option { return Option{"Stds", s} }

// WHRatioClip limits the ratio by which a box may grow or shrink (wh_ratio_clip).
func WHRatioClip(r float64) Option { return Option{"WHRatioClip", r} }

// BoundingBoxEncode returns how the boxes truth differ from anchor, both of shape (n, 4) with rows (x1, y1, x2, y2):
// the shifts of the centres by the anchor's size and the logarithms of the ratios of the sizes, minus Means and
// divided by Stds. Options: Means (0), Stds (1). A box from 2 to 2 has size 1.
//
//ms:op func=bounding_box_encode class=BoundingBoxEncode types=floats
func BoundingBoxEncode(anchor, truth *tensor.Tensor, opts ...Option) *tensor.Tensor {
	const op = "BoundingBoxEncode"
	o := read(op, opts, "Means", "Stds")
	checkBoxes(op, "anchor_box", anchor, "groundtruth_box", truth)
	a, b := centred(anchor), centred(truth)
	deltas := tensor.Stack([]*tensor.Tensor{
		b.x.Sub(a.x).Div(a.w), b.y.Sub(a.y).Div(a.h), b.w.Div(a.w).Log(), b.h.Div(a.h).Log(),
	}, -1)
	return deltas.Sub(four(o, op, "Means", 0, anchor)).Div(four(o, op, "Stds", 1, anchor))
}

// BoundingBoxDecode returns the boxes that differ from anchor by deltas, both of shape (n, 4): the inverse of
// [BoundingBoxEncode], clipped to an image with the height and width maxShape. Options: Means (0), Stds (1),
// WHRatioClip (0.016).
//
//ms:op func=bounding_box_decode class=BoundingBoxDecode types=floats
func BoundingBoxDecode(anchor, deltas *tensor.Tensor, maxShape []int, opts ...Option) *tensor.Tensor {
	const op = "BoundingBoxDecode"
	o := read(op, opts, "Means", "Stds", "WHRatioClip")
	checkBoxes(op, "anchor_box", anchor, "deltas", deltas)
	if len(maxShape) != 2 {
		tensor.Throw(op, tensor.ValueError, "For '%s', the 'max_shape' must have 2 elements, but got %s.", op, tupleText(maxShape))
	}
	a := centred(anchor)
	deltas = deltas.Mul(four(o, op, "Stds", 1, anchor)).Add(four(o, op, "Means", 0, anchor))
	d := deltas.Unstack(-1)
	most := math.Abs(math.Log(kwargs.Get(o, "WHRatioClip", 0.016)))
	w, h := a.w.Mul(d[2].Clamp(-most, most).Exp()), a.h.Mul(d[3].Clamp(-most, most).Exp())
	x, y := a.x.Add(a.w.Mul(d[0])), a.y.Add(a.h.Mul(d[1]))
	halfW, halfH := w.Sub(number(1)).Mul(number(0.5)), h.Sub(number(1)).Mul(number(0.5))
	right, bottom := float64(maxShape[1]-1), float64(maxShape[0]-1)
	return tensor.Stack([]*tensor.Tensor{
		x.Sub(halfW).Clamp(0.0, right), y.Sub(halfH).Clamp(0.0, bottom), x.Add(halfW).Clamp(0.0, right), y.Add(halfH).Clamp(0.0, bottom),
	}, -1)
}

// IOU returns the overlap of each of m boxes truth with each of n boxes anchor, both with rows (x1, y1, x2, y2): the
// area of the intersection divided by that of the union, or, with mode "iof" instead of "iou", by that of the truth.
// The result has shape (m, n). A box from 2 to 2 has size 1.
//
//ms:op func=iou class=IOU types=floats
func IOU(anchor, truth *tensor.Tensor, mode string) *tensor.Tensor {
	const op = "IOU"
	checkFloat(op, []string{"anchor_boxes", "gt_boxes"}, specOf(anchor), specOf(truth))
	if anchor.NDim() != 2 || anchor.Dim(1) != 4 || truth.NDim() != 2 || truth.Dim(1) != 4 {
		tensor.Throw(op, tensor.ValueError, "For '%s', the shapes of 'anchor_boxes' and 'gt_boxes' must be (n, 4) and (m, 4), but got %s and %s.",
			op, listText(anchor.Shape()), listText(truth.Shape()))
	}
	if mode != "iou" && mode != "iof" {
		tensor.Throw(op, tensor.ValueError, "For '%s', the 'mode' must be 'iou' or 'iof', but got '%s'.", op, mode)
	}
	a, b := centred(anchor), centred(truth)
	overlap := func(axis int) *tensor.Tensor {
		side := func(x *tensor.Tensor, i int) *tensor.Tensor { return x.At(tensor.All(), i) }
		low := side(truth, axis).ExpandDims(1).Maximum(side(anchor, axis))
		high := side(truth, axis+2).ExpandDims(1).Minimum(side(anchor, axis+2))
		return high.Sub(low).Add(number(1)).ReLU()
	}
	both, whole := overlap(0).Mul(overlap(1)), b.w.Mul(b.h).ExpandDims(1)
	if mode == "iou" {
		whole = whole.Add(a.w.Mul(a.h)).Sub(both)
	}
	return both.Div(whole.Add(number(1e-10)))
}

// centredBoxes are boxes by centre and size.
type centredBoxes struct{ x, y, w, h *tensor.Tensor }

func centred(boxes *tensor.Tensor) centredBoxes {
	side := boxes.Unstack(-1)
	middle := func(lo, hi *tensor.Tensor) *tensor.Tensor { return lo.Add(hi).Mul(number(0.5)) }
	size := func(lo, hi *tensor.Tensor) *tensor.Tensor { return hi.Sub(lo).Add(number(1)) }
	return centredBoxes{middle(side[0], side[2]), middle(side[1], side[3]), size(side[0], side[2]), size(side[1], side[3])}
}

// checkBoxes raises errors unless a and b are of one floating point dtype and both of shape (n, 4).
func checkBoxes(op, nameA string, a *tensor.Tensor, nameB string, b *tensor.Tensor) {
	checkFloat(op, []string{nameA, nameB}, specOf(a), specOf(b))
	if a.NDim() != 2 || a.Dim(1) != 4 || !slices.Equal(a.Shape(), b.Shape()) {
		tensor.Throw(op, tensor.ValueError, "For '%s', the shapes of '%s' and '%s' must both be (n, 4), but got %s and %s.",
			op, nameA, nameB, listText(a.Shape()), listText(b.Shape()))
	}
}

// four returns an option of four numbers in the dtype of like.
func four(o options, op, name string, otherwise float64, like *tensor.Tensor) *tensor.Tensor {
	v := kwargs.Get(o, name, slices.Repeat([]float64{otherwise}, 4))
	if len(v) != 4 {
		tensor.Throw(op, tensor.ValueError, "For '%s', the '%s' must have 4 elements, but got %v.", op, pyrepr.Snake(name),
			v)
	}
	return tensor.New(v).AsType(like.DType())
}
