package raster

import (
	"bytes"
	"errors"
	"image"
	_ "image/jpeg" // as in notebooks and displays of users
	_ "image/png"

	"github.com/msrepl/msrepl/internal/session/memlimit"
)

// Decode returns the picture in a PNG or JPEG file. A decoder allocates memory for the size that the file gives before
// it reads any pixel; a size that does not fit is an error.
func Decode(file []byte) (image.Image, error) {
	c, _, err := image.DecodeConfig(bytes.NewReader(file))
	const pixel = 8 // bytes, at most
	if n := int64(c.Width) * int64(c.Height); err == nil && (n > memlimit.Physical()/pixel || !memlimit.Fits(n*pixel)) {
		err = errors.New("the picture does not fit into memory")
	}
	if err != nil {
		return nil, err
	}
	img, _, err := image.Decode(bytes.NewReader(file))
	return img, err
}
