package notebooks

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"regexp"
	"sync"

	"github.com/msrepl/msrepl/internal/picture/raster"
)

// digest represents binary data in a comparison. Images are represented by their pixels, because the compression of a
// PNG depends on the library.
func digest(mime, s string) string {
	if mime == "image/png" {
		if raw, err := base64.StdEncoding.DecodeString(s); err == nil {
			if img, err := raster.Decode(raw); err == nil {
				return pixelDigest(img)
			}
		}
	}
	return fmt.Sprintf("%d characters, SHA-256 %x", len(s), sha256.Sum256([]byte(s)))
}

func pixelDigest(img image.Image) string {
	h := sha256.New()
	box := img.Bounds()
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			_ = binary.Write(h, binary.LittleEndian, color.NRGBAModel.Convert(img.At(x, y)))
		}
	}
	return fmt.Sprintf("%d×%d pixels, SHA-256 %x", box.Dx(), box.Dy(), h.Sum(nil))
}

// embedded matches an image inside a page.
var embedded = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`data:image/png;base64,([A-Za-z0-9+/=]+)`)
})

// pictured replaces images inside a page by their digests.
func pictured(page string) string {
	return embedded().ReplaceAllStringFunc(page, func(s string) string {
		return "data:" + digest("image/png", embedded().FindStringSubmatch(s)[1])
	})
}
