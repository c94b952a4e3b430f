module example.org/units

go 1.22
