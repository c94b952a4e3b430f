package nn

import (
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// ReflectionPad1d is mindspore.nn.ReflectionPad1d: x mirrored at the edges, which are not repeated, along its last
// axis.
type ReflectionPad1d struct {
	Cell
	padding []int
}

// NewReflectionPad1d returns a ReflectionPad1d layer. The padding is an int or a []int with two numbers per
// axis, the last axis first.
func NewReflectionPad1d(padding any, opts ...Option) *ReflectionPad1d {
	readOptions("ReflectionPad1d", opts)
	p := &ReflectionPad1d{padding: sides("ReflectionPad1d", padding, 1)}
	p.Init(p)
	return p
}

// Construct takes x of shape (N, C, L) or (C, L).
func (p *ReflectionPad1d) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.Pad(x, p.padding, ops.Mode("reflect"))
}

// ReflectionPad2d is mindspore.nn.ReflectionPad2d: x mirrored at the edges, which are not repeated, along its last
// two axes.
type ReflectionPad2d struct {
	Cell
	padding []int
}

// NewReflectionPad2d returns a ReflectionPad2d layer. The padding is an int or a []int with two numbers per
// axis, the last axis first.
func NewReflectionPad2d(padding any, opts ...Option) *ReflectionPad2d {
	readOptions("ReflectionPad2d", opts)
	p := &ReflectionPad2d{padding: sides("ReflectionPad2d", padding, 2)}
	p.Init(p)
	return p
}

// Construct takes x of shape (N, C, H, W) or (C, H, W).
func (p *ReflectionPad2d) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.Pad(x, p.padding, ops.Mode("reflect"))
}

// ReflectionPad3d is mindspore.nn.ReflectionPad3d: x mirrored at the edges, which are not repeated, along its last
// three axes.
type ReflectionPad3d struct {
	Cell
	padding []int
}

// NewReflectionPad3d returns a ReflectionPad3d layer. The padding is an int or a []int with two numbers per
// axis, the last axis first.
func NewReflectionPad3d(padding any, opts ...Option) *ReflectionPad3d {
	readOptions("ReflectionPad3d", opts)
	p := &ReflectionPad3d{padding: sides("ReflectionPad3d", padding, 3)}
	p.Init(p)
	return p
}

// Construct takes x of shape (N, C, D, H, W) or (C, D, H, W).
func (p *ReflectionPad3d) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.Pad(x, p.padding, ops.Mode("reflect"))
}

// ReplicationPad1d is mindspore.nn.ReplicationPad1d: x with its edges repeated along its last axis.
type ReplicationPad1d struct {
	Cell
	padding []int
}

// NewReplicationPad1d returns a ReplicationPad1d layer. The padding is an int or a []int with two numbers per
// axis, the last axis first.
func NewReplicationPad1d(padding any, opts ...Option) *ReplicationPad1d {
	readOptions("ReplicationPad1d", opts)
	p := &ReplicationPad1d{padding: sides("ReplicationPad1d", padding, 1)}
	p.Init(p)
	return p
}

// Construct takes x of shape (N, C, L) or (C, L).
func (p *ReplicationPad1d) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.Pad(x, p.padding, ops.Mode("replicate"))
}

// ReplicationPad2d is mindspore.nn.ReplicationPad2d: x with its edges repeated along its last two axes.
type ReplicationPad2d struct {
	Cell
	padding []int
}

// NewReplicationPad2d returns a ReplicationPad2d layer. The padding is an int or a []int with two numbers per
// axis, the last axis first.
func NewReplicationPad2d(padding any, opts ...Option) *ReplicationPad2d {
	readOptions("ReplicationPad2d", opts)
	p := &ReplicationPad2d{padding: sides("ReplicationPad2d", padding, 2)}
	p.Init(p)
	return p
}

// Construct takes x of shape (N, C, H, W) or (C, H, W).
func (p *ReplicationPad2d) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.Pad(x, p.padding, ops.Mode("replicate"))
}

// ReplicationPad3d is mindspore.nn.ReplicationPad3d: x with its edges repeated along its last three axes.
type ReplicationPad3d struct {
	Cell
	padding []int
}

// NewReplicationPad3d returns a ReplicationPad3d layer. The padding is an int or a []int with two numbers per
// axis, the last axis first.
func NewReplicationPad3d(padding any, opts ...Option) *ReplicationPad3d {
	readOptions("ReplicationPad3d", opts)
	p := &ReplicationPad3d{padding: sides("ReplicationPad3d", padding, 3)}
	p.Init(p)
	return p
}

// Construct takes x of shape (N, C, D, H, W) or (C, D, H, W).
func (p *ReplicationPad3d) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.Pad(x, p.padding, ops.Mode("replicate"))
}
