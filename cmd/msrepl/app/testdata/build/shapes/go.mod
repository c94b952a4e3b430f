module example.org/shapes

go 1.26

require (
	example.org/units v0.0.0
	github.com/msrepl/msrepl v0.0.0
)

replace example.org/units => ../units
