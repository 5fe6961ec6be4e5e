import { COLORS } from './tokens.js'

/** Contrast that WCAG 2.2 AA requires for text. */
const TEXT_CONTRAST = 4.5
const STEP = 0.95

type Channels = readonly [red: number, green: number, blue: number]

/** Returns the WCAG contrast ratio of two colours `#rrggbb`, 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/**
 * Returns a merchant's colour as a fill, darkened until white text on it is readable. It is the same in both modes.
 *
 * @param accent `#rrggbb`
 */
export const readableFill = (accent: string): string => moveUntilReadable(accent, '#ffffff', 0)

/**
 * Returns a merchant's colour for text, icons and bars: as the fill on the light card, and lightened until it is readable
 * on the dark one, where a black accent would vanish.
 */
export const readableMark = (accent: string): readonly [light: string, dark: string] => [
  readableFill(accent),
  moveUntilReadable(accent, COLORS.card[1], 255),
]

/** Moves a colour in steps towards black or white until its contrast with `against` suffices. */
function moveUntilReadable(color: string, against: string, end: 0 | 255): string {
  let moved = color
  while (contrastOf(moved, against) < TEXT_CONTRAST)
    moved = colorOf(channelsOf(moved).map((channel) => Math.floor(end + (channel - end) * STEP)))
  return moved
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((channel) => linear(channel / 255))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const linear = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4

const channelsOf = (color: string): Channels => {
  const bits = Number.parseInt(color.slice(1), 16)
  return [bits >> 16, (bits >> 8) & 255, bits & 255]
}

const colorOf = (channels: readonly number[]): string =>
  `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
