package display

import (
	"image"
	"strings"

	"github.com/msrepl/msrepl/internal/picture/raster"
	"github.com/msrepl/msrepl/internal/picture/termimage"
)

// images is how a terminal shows pictures.
type images int

const (
	noImages images = iota
	blocks
	sixel
	kitty
	iterm
)

var imageNames = map[string]images{"off": noImages, "blocks": blocks, "sixel": sixel, "kitty": kitty, "iterm": iterm}

// imagesOf returns how the terminal shows pictures, according to the environment: by the protocol that the terminal
// supports, otherwise as coloured half blocks if it has 24-bit colours.
func imagesOf(getenv func(string) string) images {
	if how, ok := imageNames[getenv("MSREPL_IMAGES")]; ok {
		return how
	}
	name, program := getenv("TERM"), getenv("TERM_PROGRAM")
	switch {
	case getenv("TMUX") != "" || strings.HasPrefix(name, "screen"):
		// Multiplexers do not pass pictures to the terminal.
	case getenv("KITTY_WINDOW_ID") != "" || name == "xterm-kitty" || program == "ghostty":
		return kitty
	case program == "iTerm.app" || program == "WezTerm":
		return iterm
	case strings.Contains(name, "sixel") || name == "mlterm" || name == "foot" || strings.HasPrefix(name, "foot-"):
		return sixel
	}
	if c := getenv("COLORTERM"); c == "truecolor" || c == "24bit" {
		return blocks
	}
	return noImages
}

// picture returns the bundle's picture if the stream can show it.
func (p *Printer) picture(b Bundle) image.Image {
	if p.images == noImages {
		return nil
	}
	for _, mime := range []string{"image/png", "image/jpeg"} {
		if raw, ok := b.Data[mime].([]byte); ok {
			if img, err := raster.Decode(raw); err == nil {
				return img
			}
		}
	}
	return nil
}

func (how images) encode(img image.Image, columns int) string {
	switch how {
	case sixel:
		return termimage.Sixel(img)
	case kitty:
		return termimage.Kitty(img)
	case iterm:
		return termimage.ITerm(img)
	}
	return termimage.Blocks(img, columns)
}
