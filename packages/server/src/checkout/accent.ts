/** Contrast that WCAG 2.2 AA requires for text. */
const MIN_CONTRAST = 4.5
const STEP = 0.95

type Channels = readonly [red: number, green: number, blue: number]

/**
 * Returns the colour, darkened until white text on it is readable. It is the same in light and dark mode.
 *
 * @param accent `#rrggbb`
 */
export function readableAccent(accent: string): string {
  let channels = channelsOf(accent)
  while (contrastWithWhite(channels) < MIN_CONTRAST)
    channels = channels.map((channel) => Math.floor(channel * STEP)) as unknown as Channels // map keeps the length
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/** WCAG contrast ratio, 1 to 21. */
function contrastWithWhite(channels: Channels): number {
  const [red, green, blue] = channels.map((channel) => linear(channel / 255)) as unknown as Channels // map keeps the length
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}

const linear = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4

const channelsOf = (accent: string): Channels => {
  const bits = Number.parseInt(accent.slice(1), 16)
  return [bits >> 16, (bits >> 8) & 255, bits & 255]
}
