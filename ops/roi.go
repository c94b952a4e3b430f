package ops

import (
	"math"

	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/tensor"
)

// SampleNum sets the number of samples per cell of [ROIAlign] along each axis (sample_num).
func SampleNum(n int) Option { return Option{"SampleNum", n} }

// ROIEndMode adds n to the far corners of the regions of [ROIAlign] (roi_end_mode).
func ROIEndMode(n int) Option { return Option{"ROIEndMode", n} }

// ROIAlign returns regions of images, each in a grid of height by width cells that are means of bilinear samples.
// features has shape (N, C, H, W); a row of rois, (n, 5), is the number of an image and the corners x1, y1, x2, y2
// at a scale of 1/scale. The result has shape (n, C, height, width). Options: SampleNum (2), ROIEndMode (1). The
// gradient is that of the features.
//
//ms:op func= class=ROIAlign types=floats
func ROIAlign(features, rois *tensor.Tensor, height, width int, scale float64, opts ...Option) *tensor.Tensor {
	const op = "ROIAlign"
	o := read(op, opts, "SampleNum", "ROIEndMode")
	checkFloat(op, []string{"features", "rois"}, specOf(features), specOf(rois))
	if features.NDim() != 4 || rois.NDim() != 2 || rois.Dim(1) != 5 || height < 1 || width < 1 {
		tensor.Throw(op, tensor.ValueError, "For '%s', 'features' must have shape (N, C, H, W), 'rois' (n, 5) and the pooled size be positive, but got %s, %s and (%d, %d).",
			op, listText(features.Shape()), listText(rois.Shape()), height, width)
	}
	samples, end := kwargs.Get(o, "SampleNum", 2), kwargs.Get(o, "ROIEndMode", 1)
	rows, columns, images := axisWeights{n: height, size: features.Dim(2)}, axisWeights{n: width, size: features.Dim(3)}, []int{}
	corners := rois.Float64s()
	for i := 0; i < len(corners); i += 5 {
		image := int(corners[i])
		if image < 0 || image >= features.Dim(0) {
			tensor.Throw(op, tensor.ValueError, "For '%s', a region is of image %d, but there are %d.", op, image, features.Dim(0))
		}
		images = append(images, image)
		columns.add(corners[i+1]*scale, (corners[i+3]+float64(end))*scale, samples)
		rows.add(corners[i+2]*scale, (corners[i+4]+float64(end))*scale, samples)
	}
	picked := features.Gather(tensor.New(images, tensor.Int64).Reshape(-1), 0)
	return rows.tensor(features).MatMul(picked).MatMul(columns.tensor(features).SwapAxes(-1, -2))
}

// axisWeights has, for each region, the weights of the pixels along an axis in each of n cells.
type axisWeights struct {
	n, size int
	weights []float64
}

// add appends the weights of a region from start to end: cells are means of samples, which are interpolated between
// two pixels.
func (a *axisWeights) add(start, end float64, samples int) {
	cell := (end - start) / float64(a.n)
	if samples <= 0 {
		samples = max(1, int(math.Ceil(cell)))
	}
	at := len(a.weights)
	a.weights = append(a.weights, make([]float64, a.n*a.size)...)
	for i := range a.n {
		row := a.weights[at+i*a.size : at+(i+1)*a.size]
		for s := range samples {
			x := start + float64(cell*(float64(i)+(float64(s)+0.5)/float64(samples)))
			if !(x >= -1 && x <= float64(a.size)) {
				continue
			}
			x = min(max(x, 0), float64(a.size-1))
			low := int(x)
			row[low] += (1 - x + float64(low)) / float64(samples)
			row[min(low+1, a.size-1)] += (x - float64(low)) / float64(samples)
		}
	}
}

// tensor has shape (regions, 1, n, size) and the dtype of x.
func (a *axisWeights) tensor(x *tensor.Tensor) *tensor.Tensor {
	regions := len(a.weights) / max(1, a.n*a.size)
	return tensor.New(a.weights, x.DType()).Reshape(regions, 1, a.n, a.size)
}

// NMSWithMask is non-maximum suppression: it sorts boxes by descending score and keeps those whose overlap with every
// kept better box, a ratio of areas, is at most threshold. Rows of boxes, (n, 5), are x1, y1, x2, y2, score. It
// returns the ordered boxes, their numbers from 0 to n-1 as Int32, and the mask.
//
//ms:op func= class=NMSWithMask types=floats grad=no
func NMSWithMask(boxes *tensor.Tensor, threshold float64) (ordered, numbers, keep *tensor.Tensor) {
	const op = "NMSWithMask"
	checkFloat(op, []string{"bboxes"}, specOf(boxes))
	if boxes.NDim() != 2 || boxes.Dim(1) != 5 {
		tensor.Throw(op, tensor.ValueError, "For '%s', the shape of 'bboxes' must be (n, 5), but got %s.", op, listText(boxes.Shape()))
	}
	boxes = boxes.Detach()
	n := boxes.Dim(0)
	ordered = boxes.Gather(boxes.At(tensor.All(), 4).ArgSortAlong(0, true), 0)
	v, kept := ordered.Float64s(), make([]bool, n)
	for i := range kept {
		kept[i] = true
		for j := range i {
			kept[i] = kept[i] && !(kept[j] && boxOverlap(v[5*i:], v[5*j:]) > threshold)
		}
	}
	return ordered, tensor.Arange(n).AsType(tensor.Int32), tensor.New(kept, tensor.Bool).Reshape(-1)
}

// boxOverlap returns the area of the intersection of two boxes divided by that of their union.
func boxOverlap(a, b []float64) float64 {
	side := func(i int) float64 { return max(0, min(a[i+2], b[i+2])-max(a[i], b[i])) }
	both := float64(side(0) * side(1))
	return both / (float64((a[2]-a[0])*(a[3]-a[1])) + float64((b[2]-b[0])*(b[3]-b[1])) - both)
}

// NonMaxSuppressionWithOverlaps returns, as Int32, the indices of at most most boxes in order of descending score:
// those with a score above minScore whose overlap with every box already selected, an element of overlaps, is at most
// threshold.
//
//ms:op func= class=NonMaxSuppressionWithOverlaps types=floats grad=no
func NonMaxSuppressionWithOverlaps(overlaps, scores *tensor.Tensor, most int, threshold, minScore float64) *tensor.Tensor {
	const op = "NonMaxSuppressionWithOverlaps"
	checkFloat(op, []string{"overlaps", "scores"}, specOf(overlaps), specOf(scores))
	n := scores.Size()
	if overlaps.NDim() != 2 || scores.NDim() != 1 || overlaps.Dim(0) != n || overlaps.Dim(1) != n {
		tensor.Throw(op, tensor.ValueError, "For '%s', the shapes of 'overlaps' and 'scores' must be (n, n) and (n,), but got %s and %s.",
			op, listText(overlaps.Shape()), listText(scores.Shape()))
	}
	v, score, taken := overlaps.Float64s(), scores.Float64s(), []int{}
	for _, i := range scores.Detach().ArgSortAlong(0, true).Int64s() {
		clear := len(taken) < most && score[i] > minScore
		for _, j := range taken {
			clear = clear && v[int(i)*n+j] <= threshold
		}
		if clear {
			taken = append(taken, int(i))
		}
	}
	return tensor.New(taken, tensor.Int32).Reshape(-1)
}
