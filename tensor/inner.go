package tensor

import "github.com/msrepl/msrepl/internal/session/inner"

// The functions that other packages of this module need and users do not; package engine documents them.
func init() {
	inner.Set("tensor.Bend", bendWithin)
	inner.Set("tensor.Blank", (*Tensor).elements)
	inner.Set("tensor.CheckMemory", checkMemory)
	inner.Set("tensor.ComputeIn", computeIn)
	inner.Set("tensor.Leaned", leaned)
	inner.Set("tensor.Elements", func(t *Tensor, dt DType) any { return t.as(dt).rowMajor().elements() })
	inner.Set("tensor.MapOver", mapOver)
	inner.Set("tensor.MappedSlices", mappedSlices)
	inner.Set("tensor.NumpyRepr", numpyRepr)
	inner.Set("tensor.Operand", (*Tensor).operand)
	inner.Set("tensor.Repeats", repeatedNumber)
	inner.Set("tensor.ReLUOver", reluOver)
	inner.Set("tensor.RoundedOnce", roundedTogether)
	inner.Set("tensor.SquaredErrors", squaredErrors)
	inner.Set("tensor.TakenAs", takenAs)
	inner.Set("tensor.RecordAll", func(t *Tape) { t.everything = true })
	inner.Set("tensor.Recorded", recorded)
}
