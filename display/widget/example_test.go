package widget_test

import (
	"fmt"

	"github.com/msrepl/msrepl/display/widget"
)

func Example() {
	depth := widget.NewIntSlider(3, 1, 8, widget.Traits{"description": "depth"})
	depth.OnChange(func(v int) { fmt.Println("now", v) })
	depth.SetValue(5)
	depth.SetValue(50) // beyond the slider's end
	fmt.Println(depth)
	// Output:
	// now 5
	// now 8
	// IntSlider(description="depth", max=8, min=1, value=8)
}
