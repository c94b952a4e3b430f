package numtext

import "github.com/msrepl/msrepl/internal/compute/dtype"

// complexWords is numpy's ComplexFloatingFormat: real and imaginary parts in separate columns, the latter always
// signed.
type complexWords struct {
	vals   []complex128
	re, im *floatFormat
}

func (s numpyStyle) complexes(vals []complex128, d dtype.DType) words {
	re := widen(vals, func(c complex128) float64 { return real(c) })
	im := widen(vals, func(c complex128) float64 { return imag(c) })
	bits := floatBits(d)
	return complexWords{vals, newFloatFormat(re, bits, s.Options, false), newFloatFormat(im, bits, s.Options, true)}
}

func (w complexWords) put(dst []byte, i int) []byte {
	dst = w.im.append(w.re.append(dst, real(w.vals[i])), imag(w.vals[i]))
	// The j precedes the spaces that pad the fraction.
	end := len(dst)
	for dst[end-1] == ' ' {
		end--
	}
	dst = append(dst, ' ')
	dst[len(dst)-1], dst[end] = dst[end], 'j'
	return dst
}
