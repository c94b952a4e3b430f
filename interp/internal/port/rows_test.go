package port

import "testing"

// TestRows goes through datasets: rows are lists of their columns, or dicts where the iterator says so.
func TestRows(t *testing.T) {
	const imports = "import numpy as np\nimport mindspore.dataset as ds\nfrom mindspore import ops\n"
	const page = "rows = ds.NumpySlicesDataset([1, 2], ['n'], shuffle=False)\n"
	const made = `rows := data.Slices([]int{1, 2}).Rename("n")` + "\n"
	for _, c := range []struct{ python, goes string }{
		{
			"for row in rows:\n    print(row, row[0])",
			"for _, row := range rows.All() {\n\trow2 := []*Tensor(row)\n\tprint(row2, row2[0])\n}",
		},
		{
			"for n, in rows.create_tuple_iterator():\n    print(n)",
			"for _, row := range rows.All() {\n\tn := row[0]\n\tprint(n)\n}",
		},
		{
			"for i, row in enumerate(rows.create_dict_iterator()):\n    print(i, row, row['n'] + 1)",
			"for i, row := range rows.Dicts() {\n\tprint(i, row, row.Get(\"n\").(*Tensor)+1)\n}",
		},
		{
			"it = rows.create_dict_iterator(num_epochs=2)\nfor row in it:\n    print(row['n'])",
			"it := rows\nfor _, row := range it.Dicts() {\n\tprint(row.Get(\"n\").(*Tensor))\n}",
		},
		{
			"rows = rows.filter(predicate=lambda n: n > 1, input_columns=['n'])\nrows.get_batch_size()",
			"rows = rows.Filter(func(n *Tensor) *Tensor { return n > 1 }, \"n\")\nrows.BatchSize()",
		},
		{
			"rows = rows.rename('n', 'm')",
			"names := rows.ColumnNames()\nnames[slices.Index(rows.ColumnNames(), \"n\")] = \"m\"\nrows = rows.Rename(names...)",
		},
	} {
		cells := translator(t).Page([]string{imports, page + c.python})
		if want := made + c.goes; cells[1].Go != want || len(cells[1].Left) > 0 {
			t.Errorf("%s\ngot\n%s\nwant\n%s\nleft %v", c.python, cells[1].Go, want, cells[1].Left)
		}
	}
}
