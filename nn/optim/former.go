package optim

// Options with the names of an earlier release, which the next one removes.

// WithMomentum sets the momentum.
//
// Deprecated: use [MomentumFactor].
func WithMomentum(m float64) Option { return MomentumFactor(m) }

// UseNesterov is MindSpore's name in Adam.
//
// Deprecated: use [Nesterov].
func UseNesterov(on bool) Option { return Nesterov(on) }

// Epsilon is MindSpore's name in RMSProp, Adadelta and LARS.
//
// Deprecated: use [Eps].
func Epsilon(eps float64) Option { return Eps(eps) }
