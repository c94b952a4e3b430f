package kernels

import "sync"

// rampBand is the number of elements of a ramp computed at a time: few enough for the first-level cache.
const rampBand = 512

// places has the indices of the first elements, allocated on demand: doing so at program start would touch a page.
var places = sync.OnceValue(func() *[rampBand]float64 {
	var p [rampBand]float64
	for i := range p {
		p[i] = float64(i)
	}
	return &p
})

// Ramp writes the elements of a ramp from the given one on to dst: element i is start + i·step/by.
func Ramp(dst []float64, from int, start, step, by float64) {
	if len(dst) < shortRounded {
		for i := range dst {
			dst[i] = start + float64(float64(from+i)*step)/by
		}
		return
	}
	places, numbers := places(), []float64{0, step, by, start}
	for ; len(dst) > 0; dst, from = dst[min(len(dst), len(places)):], from+len(places) {
		part := dst[:min(len(dst), len(places))]
		numbers[0] = float64(from)
		Add.F64(part, places[:len(part)], numbers[:1])
		if step != 1 {
			Mul.F64(part, part, numbers[1:2])
		}
		if by != 1 {
			Div.F64(part, part, numbers[2:3])
		}
		Add.F64(part, part, numbers[3:])
	}
}

// Count writes start, start + step, start + 2·step… to dst.
func Count(dst []int64, start, step int64) {
	first := dst[:min(len(dst), rampBand)]
	for i := range first {
		first[i] = start
		start += step
	}
	add := []int64{0}
	for n := len(first); n < len(dst); n += len(first) {
		part := dst[n:min(len(dst), n+len(first))]
		add[0] += int64(len(first)) * step
		Add.I64(part, first[:len(part)], add)
	}
}
