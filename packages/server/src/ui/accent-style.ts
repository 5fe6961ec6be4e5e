import { readableFill, readableMark } from './contrast.js'
import { type Inline, inline } from './inline.js'
import { colorProperties } from './style-sheet.js'
import { COLORS } from './tokens.js'

/**
 * Returns the style sheet of a merchant's accent: a fill under white text, and a mark for links, bars and icons that is
 * readable on the card of each mode. Highlights are grey then.
 */
export function accentStyle(accent: string): Inline {
  const fill = readableFill(accent)
  const mark = readableMark(accent)
  return inline(
    colorProperties({
      accent: [fill, fill],
      'accent-hover': [fill, fill],
      mark,
      tint: mark,
      soft: COLORS.sunk,
    }),
  )
}
