package experimental

// Wrong is an option with a value of any type.
func Wrong(keyword string, value any) Option { return Option{keyword, value} }

// WrongScheduler is an option of a scheduler with a value of any type.
func WrongScheduler(keyword string, value any) SchedulerOption {
	return SchedulerOption{keyword, value}
}
