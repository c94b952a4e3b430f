package main

import "database/sql"
import "database/sql/driver"
import "fmt"
import "image"
import "image/color"
import "math/rand"

type grid struct {
	w, h int
	px   []uint8
}
type gray uint8

func (g gray) RGBA() (r, gg, b, a uint32) { v := uint32(g) * 0x101; return v, v, v, 0xffff }
func (g *grid) Bounds() image.Rectangle   { return image.Rect(0, 0, g.w, g.h) }
func (g *grid) At(x, y int) color.Color   { return gray(g.px[y*g.w+x]) }
func (g *grid) ColorModel() color.Model {
	return color.ModelFunc(func(c color.Color) color.Color { r, _, _, _ := c.RGBA(); return gray(r >> 8) })
}

type lcg uint64

func (l *lcg) Int63() int64   { *l = *l*6364136223846793005 + 1; return int64(*l >> 1) }
func (l *lcg) Seed(n int64)   { *l = lcg(n) }
func (l *lcg) Uint64() uint64 { return uint64(l.Int63()) << 1 }

type money struct{ cents int64 }

func (m money) Value() (driver.Value, error) { return m.cents, nil }
func (m *money) Scan(v any) error {
	n, ok := v.(int64)
	m.cents = n
	if !ok {
		return fmt.Errorf("no %T", v)
	}
	return nil
}

func main() {
	g := &grid{2, 2, []uint8{1, 2, 3, 250}}
	fmt.Println(g.Bounds(), g.At(1, 1), g.ColorModel().Convert(color.White))
	var im image.Image = g
	r, _, _, a := im.At(0, 1).RGBA()
	fmt.Println(r, a)
	src := lcg(7)
	rnd := rand.New(&src)
	fmt.Println(rnd.Intn(100), rnd.Intn(100), rnd.Perm(4))
	v, err := driver.DefaultParameterConverter.ConvertValue(money{250})
	fmt.Println(v, err)
	var nm sql.Null[money]
	fmt.Println(nm.Scan(int64(5)), nm.V, nm.Valid)
}
