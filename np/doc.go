// Package np offers the parts of numpy that MindSpore programs use beside tensors: makers whose
// default dtype is Float64, and numpy's random streams, bit for bit.
//
// Its functions return ordinary tensors.
package np
