import type { ThemeRegistration } from 'shiki/core'

/** The scopes of the grammars that each class of a page's code has; the last match wins. */
const SCOPES = {
  a: ['comment', 'punctuation.definition.comment'],
  b: ['keyword', 'storage'],
  c: ['string', 'punctuation.definition.string'],
  d: ['entity.name.function', 'entity.name.command', 'entity.name.type', 'support.function', 'support.class'],
  e: ['constant', 'variable.other.constant', 'support.constant', 'variable.language'],
  f: ['support.type.property-name'],
  g: ['constant.numeric'],
} as const

/** The classes that code can have: comment, keyword, string, function, constant, key, number. */
export type CodeClass = keyof typeof SCOPES

/** The colours are markers: each says the class, and no page shows it. */
const markerOf = (name: string): string => `#00000${name}`
const PLAIN = '#ffffff'

const MARKERS = Object.keys(SCOPES) as CodeClass[] // the literal's own keys

/** A theme that has one colour per class. `g` is no digit of a colour, so the number stands for it. */
export const THEME: ThemeRegistration = {
  name: 'classes',
  type: 'dark',
  fg: PLAIN,
  bg: '#000000',
  settings: MARKERS.map((name, at) => ({
    scope: [...SCOPES[name]],
    settings: { foreground: markerOf(`${at + 1}`) },
  })),
}

/** Returns the class that a colour of the theme stands for. */
export const classOf = (color: string | undefined): CodeClass | undefined =>
  MARKERS[Number(color?.slice(-1)) - 1]
