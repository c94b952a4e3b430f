package nn

// Eps sets the small number that keeps a division or a root finite (eps, epsilon).
func Eps(e float64) Option { return Option{"Eps", e} }

// Momentum sets the momentum of running statistics (momentum): for batch normalization the weight of the old value,
// for instance normalization that of the new batch.
func Momentum(m float64) Option { return Option{"Momentum", m} }

// Affine sets whether scale and shift are trained (affine); the default is true.
func Affine(on bool) Option { return Option{"Affine", on} }

// GammaInit sets how the scale is initialized (gamma_init); the default is "ones"; see [WeightInit].
func GammaInit(init any) Option { return Option{"GammaInit", init} }

// BetaInit sets how the shift is initialized (beta_init); the default is "zeros"; see [WeightInit].
func BetaInit(init any) Option { return Option{"BetaInit", init} }

// MovingMeanInit sets how the running mean is initialized (moving_mean_init); the default is "zeros".
func MovingMeanInit(init any) Option { return Option{"MovingMeanInit", init} }

// MovingVarInit sets how the running variance is initialized (moving_var_init); the default is "ones".
func MovingVarInit(init any) Option { return Option{"MovingVarInit", init} }

// UseBatchStatistics makes a batch normalization always (true) or never (false) use the statistics of the batch
// (use_batch_statistics); by default it does so in training.
func UseBatchStatistics(on bool) Option { return Option{"UseBatchStatistics", on} }

// BeginNormAxis sets the first axis that is normalized (begin_norm_axis); the default is -1.
func BeginNormAxis(axis int) Option { return Option{"BeginNormAxis", axis} }

// BeginParamsAxis sets the first axis of scale and shift (begin_params_axis); the default is -1.
func BeginParamsAxis(axis int) Option { return Option{"BeginParamsAxis", axis} }
