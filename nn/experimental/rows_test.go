package experimental_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/nn/experimental"
	"github.com/msrepl/msrepl/tensor"
)

// optimizerRow is an optimizer that is described.
type optimizerRow struct {
	name     string
	make     func(opts ...experimental.Option) nn.Layer
	defaults []experimental.Option
	options  map[string]string // with their types
}

// schedulerRow is a scheduler that is described.
type schedulerRow struct {
	name     string
	make     func(opts ...experimental.SchedulerOption) any
	defaults []experimental.SchedulerOption
	options  map[string]string // with their types
}

func sampleParams() nn.ParameterList {
	return nn.ParameterList{nn.NewParameter(tensor.New([]float32{0.5, -1.25, 2}), "w")}
}

func sampleOptimizer() experimental.Scheduled { return experimental.NewSGD(sampleParams(), 0.1) }

// TestRows holds each optimizer and scheduler to its description: the defaults given as options change nothing, and it
// refuses options of others and values of other types.
func TestRows(t *testing.T) {
	for _, row := range optimizerRows {
		hold(t, row.name, row.options, func(defaults bool) string {
			if defaults {
				return row.make(row.defaults...).(fmt.Stringer).String()
			}
			return row.make().(fmt.Stringer).String()
		}, func(name string, value any) { row.make(experimental.Wrong(name, value)) })
	}
	for _, row := range schedulerRows {
		hold(t, row.name, row.options, func(defaults bool) string {
			if defaults {
				return trace(row.make(row.defaults...))
			}
			return trace(row.make())
		}, func(name string, value any) { row.make(experimental.WrongScheduler(name, value)) })
	}
}

func hold(t *testing.T, name string, options map[string]string, text func(defaults bool) string,
	wrong func(option string, value any),
) {
	t.Helper()
	if plain, got := text(false), text(true); got != plain {
		t.Errorf("%s: with its defaults as options\n%s\nwithout\n%s", name, got, plain)
	}
	refuse := func(option, want string) {
		type nothing struct{}
		err := tensor.Try(func() { wrong(option, nothing{}) })
		if err == nil || !strings.HasPrefix(err.Error(), "TypeError: For '"+name+"', "+want) {
			t.Errorf("%s with %s: got %v", name, option, err)
		}
	}
	refuse("NoSuchOption", "got an unexpected option experimental.NoSuchOption;")
	for k := range options {
		refuse(k, "the option experimental."+k+" must be")
	}
}

// trace has the rates of a scheduler over some epochs.
func trace(s any) string {
	text := ""
	for range 25 {
		if p, ok := s.(*experimental.ReduceLROnPlateau); ok {
			p.Step(1.0)
			text += fmt.Sprint(p.GetLastLR())
			continue
		}
		s.(experimental.Scheduler).Step()
		text += fmt.Sprint(s.(experimental.Scheduler).GetLastLR())
	}
	return text
}
