// Package hidden is not for others.
package hidden
