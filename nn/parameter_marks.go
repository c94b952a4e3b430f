package nn

// marks are settings of a parameter that MindSpore uses for its graphs and for training on several processors. They
// have no effect here; a program that sets them can read them back.
type marks struct {
	sliced, unique, cached, layerwise, commRecompute, notOptimized bool
	key                                                            int // one more than its value
}

// Sliced returns the value of SetSliced: Parameter.sliced.
func (p *Parameter) Sliced() bool { return p.marks.sliced }

// SetSliced notes whether the parameter is a part of one.
func (p *Parameter) SetSliced(on bool) { p.marks.sliced = on }

// Unique returns the value of SetUnique: Parameter.unique.
func (p *Parameter) Unique() bool { return p.marks.unique }

// SetUnique notes whether the parameter is one of its kind.
func (p *Parameter) SetUnique(on bool) { p.marks.unique = on }

// CacheEnable returns the value of SetCacheEnable: Parameter.cache_enable.
func (p *Parameter) CacheEnable() bool { return p.marks.cached }

// SetCacheEnable notes whether a cache holds the parameter.
func (p *Parameter) SetCacheEnable(on bool) { p.marks.cached = on }

// LayerwiseParallel returns the value of SetLayerwiseParallel: Parameter.layerwise_parallel.
func (p *Parameter) LayerwiseParallel() bool { return p.marks.layerwise }

// SetLayerwiseParallel notes whether processors have parts of the parameter.
func (p *Parameter) SetLayerwiseParallel(on bool) { p.marks.layerwise = on }

// ParallelOptimizer returns the value of SetParallelOptimizer, by default true: Parameter.parallel_optimizer.
func (p *Parameter) ParallelOptimizer() bool { return !p.marks.notOptimized }

// SetParallelOptimizer notes whether optimizers on several processors share the parameter.
func (p *Parameter) SetParallelOptimizer(on bool) { p.marks.notOptimized = !on }

// ParallelOptimizerCommRecompute returns the value of SetParallelOptimizerCommRecompute:
// Parameter.parallel_optimizer_comm_recompute.
func (p *Parameter) ParallelOptimizerCommRecompute() bool { return p.marks.commRecompute }

// SetParallelOptimizerCommRecompute notes whether the parameter is sent again instead of being kept.
func (p *Parameter) SetParallelOptimizerCommRecompute(on bool) { p.marks.commRecompute = on }

// Key returns the value of SetKey, by default -1: Parameter.key.
func (p *Parameter) Key() int { return p.marks.key - 1 }

// SetKey notes the number of the parameter at a server.
func (p *Parameter) SetKey(key int) { p.marks.key = key + 1 }

// IsInit returns true, as a parameter is always initialized: Parameter.is_init.
func (p *Parameter) IsInit() bool { return true }

// HasInit returns false, as a parameter is always initialized: Parameter.has_init.
func (p *Parameter) HasInit() bool { return false }

// InitedParam returns p, which is always initialized: Parameter.inited_param.
func (p *Parameter) InitedParam() *Parameter { return p }
