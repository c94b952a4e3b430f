package tensor

import "github.com/msrepl/msrepl/internal/compute/kernels"

// Add returns x + y elementwise, broadcast and promoted. On two Bool tensors it is the logical or.
//
//ms:op func=add,tensor_add class=Add,AddV2 types=all loop=Add bools=BitOr
func (x *Tensor) Add(y *Tensor) *Tensor { return apply2(addOp{}, x, y) }

func (o addOp) da(_, _, _, g *Tensor) *Tensor { return g }
func (o addOp) db(_, _, _, g *Tensor) *Tensor { return g }

// Sub returns x - y elementwise, broadcast and promoted. Bool tensors are a TypeError.
//
//ms:op func=sub,subtract,tensor_sub class=Sub types=number loop=Sub
func (x *Tensor) Sub(y *Tensor) *Tensor { return apply2(subOp{}, x, y) }

func (o subOp) da(_, _, _, g *Tensor) *Tensor { return g }
func (o subOp) db(_, _, _, g *Tensor) *Tensor { return g.Neg() }

// Mul returns x · y elementwise, broadcast and promoted. On two Bool tensors it is the logical and.
//
//ms:op func=mul,multiply,tensor_mul class=Mul types=all loop=Mul bools=BitAnd
func (x *Tensor) Mul(y *Tensor) *Tensor { return apply2(mulOp{}, x, y) }

func (o mulOp) da(_, b, _, g *Tensor) *Tensor      { return g.Mul(b) }
func (o mulOp) db(a, _, _, g *Tensor) *Tensor      { return g.Mul(a) }
func (o mulOp) daOver(_, b, _, g, to *Tensor) bool { return over(&kernels.Mul, to, g, b) }
func (o mulOp) dbOver(a, _, _, g *Tensor) bool     { return over(&kernels.Mul, g, g, a) }

// Div returns x / y elementwise, broadcast. It is true division: integers and Bool give Float32.
//
//ms:op func=div,divide,true_divide,tensor_div class=Div types=inexact loop=Div
func (x *Tensor) Div(y *Tensor) *Tensor { return apply2(divOp{}, x, y) }

func (o divOp) da(_, b, _, g *Tensor) *Tensor { return g.Div(b) }
func (o divOp) db(_, b, y, g *Tensor) *Tensor { return g.Mul(y).Div(b).Neg() }

// FloorDiv returns x / y rounded toward minus infinity, as Python's x // y. Integer division by zero saturates.
// No gradient flows through it.
//
//ms:op func=floor_div,floor_divide,tensor_floordiv class=FloorDiv types=real grad=no loop=FloorDiv
func (x *Tensor) FloorDiv(y *Tensor) *Tensor { return apply2(floorDivOp{}, x, y) }

// Mod returns the remainder of x / y with the sign of y, as Python's x % y. The remainder of an integer division by
// zero is zero.
//
//ms:op func=floor_mod,remainder,tensor_mod class=FloorMod types=real loop=FloorMod
func (x *Tensor) Mod(y *Tensor) *Tensor { return apply2(modOp{}, x, y) }

func (o modOp) da(_, _, _, g *Tensor) *Tensor { return g }
func (o modOp) db(a, b, _, g *Tensor) *Tensor { return g.Mul(a.FloorDiv(b)).Neg() }

// Pow returns x raised to y elementwise, broadcast and promoted. Integers stay integers; a negative exponent then
// gives the truncated reciprocal.
//
//ms:op func=pow,tensor_pow class=Pow types=number loop=Pow
func (x *Tensor) Pow(y *Tensor) *Tensor { return apply2(powOp{}, x, y) }

// da is zero where the exponent is, also near x = 0 where 1/x is not finite.
func (o powOp) da(a, b, _, g *Tensor) *Tensor {
	edge := 0x1p-128
	if a.dtype == Float64 || a.dtype == Complex128 {
		edge = 0x1p-1024
	}
	zero := b.Equal(num(0)).LogicalAnd(a.Abs().LessEqual(num(edge)))
	return g.Mul(b).Mul(Where(zero, num(1), a).Pow(b.Sub(num(1))))
}

// db is zero where x is.
func (o powOp) db(a, _, y, g *Tensor) *Tensor {
	return g.Mul(y).Mul(Where(a.Equal(num(0)), num(1), a).Log())
}

// Maximum returns the larger of x and y elementwise, broadcast and promoted; NaN if either is. Where they are equal
// each gets half of the gradient.
//
//ms:op func=maximum class=Maximum types=ordered loop=Maximum bools=BitOr
func (x *Tensor) Maximum(y *Tensor) *Tensor { return apply2(maximumOp{}, x, y) }

func (o maximumOp) da(a, b, _, g *Tensor) *Tensor { return g.Mul(share(a.Greater(b), a.Equal(b), g)) }

func (o maximumOp) db(a, b, _, g *Tensor) *Tensor { return g.Mul(share(b.Greater(a), a.Equal(b), g)) }

// Minimum returns the smaller of x and y elementwise, broadcast and promoted; NaN if either is. Where they are equal
// each gets half of the gradient.
//
//ms:op func=minimum class=Minimum types=ordered loop=Minimum bools=BitAnd
func (x *Tensor) Minimum(y *Tensor) *Tensor { return apply2(minimumOp{}, x, y) }

func (o minimumOp) da(a, b, _, g *Tensor) *Tensor { return g.Mul(share(a.Less(b), a.Equal(b), g)) }
func (o minimumOp) db(a, b, _, g *Tensor) *Tensor { return g.Mul(share(b.Less(a), a.Equal(b), g)) }

// share is 1 where wins, 1/2 where tied, else 0, in g's dtype.
func share(wins, tied, g *Tensor) *Tensor {
	return wins.AsType(g.dtype).Add(tied.AsType(g.dtype).Mul(num(0.5)))
}

// Atan2 returns the angle of the point (y, x) in [-π, π], elementwise and broadcast; x is the receiver's first
// coordinate as in math.Atan2. Integers give Float32.
//
//ms:op func=atan2,arctan2 class=Atan2 types=float loop=Atan2
func (x *Tensor) Atan2(y *Tensor) *Tensor { return apply2(atan2Op{}, x, y) }

func (o atan2Op) da(a, b, _, g *Tensor) *Tensor { return g.Mul(b).Div(a.Square().Add(b.Square())) }
func (o atan2Op) db(a, b, _, g *Tensor) *Tensor {
	return g.Mul(a).Div(a.Square().Add(b.Square())).Neg()
}

// Hypot returns √(x²+y²) elementwise and broadcast, without overflow. Integers give Float32.
//
//ms:op func=hypot class=Hypot types=float loop=Hypot
func (x *Tensor) Hypot(y *Tensor) *Tensor { return apply2(hypotOp{}, x, y) }

func (o hypotOp) da(a, _, y, g *Tensor) *Tensor { return g.Mul(a.Div(y)) }
func (o hypotOp) db(_, b, y, g *Tensor) *Tensor { return g.Mul(b.Div(y)) }

// Xlogy returns x·log(y) elementwise and broadcast, zero where x is zero. Integers give Float32.
//
//ms:op func=xlogy class=Xlogy types=float loop=Xlogy
func (x *Tensor) Xlogy(y *Tensor) *Tensor { return apply2(xlogyOp{}, x, y) }

func (o xlogyOp) da(a, b, _, g *Tensor) *Tensor {
	return g.Mul(a.NotEqual(num(0)).AsType(g.dtype).Xlogy(b))
}
func (o xlogyOp) db(a, b, _, g *Tensor) *Tensor { return g.Mul(a.Div(b)) }

// arith computes a promoted and broadcast binary op; logical is its kernel for two Bool tensors, nil if there is
// none.
func arith(op string, k, logical *kernels.Binary, a, b *Tensor) *Tensor {
	if plain(a, b) && k.F32 != nil {
		return map2Plain(k, a, b)
	}
	dt := promote(op, a.spec(), b.spec())
	if dt == Bool {
		if logical == nil {
			throwDType(op, Bool)
		}
		k = logical
	}
	return map2(op, k, a, b, dt)
}

// floatMap2 computes a binary op on floats; integers and Bool are cast to Float32.
func floatMap2(op string, k *kernels.Binary, a, b *Tensor) *Tensor {
	return map2(op, k, a, b, inexact(promote(op, a.spec(), b.spec())))
}

// inferFloat2 is the rule of floatMap2.
func inferFloat2(op string, a, b Spec) Spec {
	return Spec{DType: inexact(promote(op, a, b)), Shape: broadcastShapes(op, a.Shape, b.Shape)}
}
