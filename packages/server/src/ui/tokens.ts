/** A colour in light mode and in dark mode. */
export type Pair = readonly [light: string, dark: string]

/** Every colour of the pages. The style sheet of a page has those that it uses, as custom properties of the same name. */
export const COLORS = {
  bg: ['#f6f7f9', '#0b0d12'],
  card: ['#ffffff', '#13161d'],
  sunk: ['#f1f3f6', '#1a1e27'],
  /** Separators only; controls have `edge`. */
  line: ['#e4e7ec', '#272c37'],
  edge: ['#858d9b', '#737d8f'],
  text: ['#131722', '#eef1f6'],
  dim: ['#4a5263', '#b5bdca'],
  faint: ['#646d7e', '#929cad'],
  /** A fill under white text. */
  accent: ['#3b4fe0', '#5366f0'],
  'accent-hover': ['#2f40c0', '#4557dd'],
  /** Links and icons. */
  tint: ['#3446cf', '#a3b1ff'],
  /** Behind selected rows and items. */
  soft: ['#eef0fe', '#1d2344'],
  ok: ['#0a6b45', '#62d6a2'],
  'ok-tint': ['#e5f5ec', '#0f2a1f'],
  'ok-strong': ['#12925e', '#2fae78'],
  warn: ['#8a4506', '#f3bc70'],
  'warn-tint': ['#fdf1de', '#2f2210'],
  'warn-strong': ['#c8730f', '#d98e2b'],
  bad: ['#b0241b', '#ff9d94'],
  'bad-tint': ['#fdebe9', '#371815'],
  'bad-strong': ['#d6382d', '#e5574c'],
  /** The fill of a count that asks for attention, under white text. */
  'bad-badge': ['#d6382d', '#c43a31'],
  info: ['#1d55b0', '#93c0ff'],
  'info-tint': ['#e7f0fd', '#13243d'],
  grey: ['#4a5263', '#b5bdca'],
  'grey-tint': ['#eceff3', '#222733'],
  ice: ['#0b6277', '#7fd8ea'],
  'ice-tint': ['#e2f4f8', '#0e2a32'],
  code: ['#d9e1ee', '#d9e1ee'],
  'code-bg': ['#0f1420', '#0f1420'],
  'code-head': ['#171d2b', '#171d2b'],
  'code-comment': ['#8d97a8', '#8d97a8'],
  'code-keyword': ['#ff8f85', '#ff8f85'],
  'code-string': ['#a5d6ff', '#a5d6ff'],
  'code-function': ['#d2b3ff', '#d2b3ff'],
  'code-constant': ['#79c0ff', '#79c0ff'],
  'code-key': ['#7ee0a5', '#7ee0a5'],
  'code-number': ['#f3bc70', '#f3bc70'],
  ribbon: ['#8a3b00', '#8a3b00'],
  /** The display of a counter whose order is paid, under white text. */
  paid: ['#0a6b45', '#0a6b45'],
} as const satisfies Readonly<Record<string, Pair>>

export type ColorName = keyof typeof COLORS

/** Font sizes in rem, so that they follow the reader's setting. The names are pixels at the usual setting. */
export const TYPE = {
  12: '.75rem',
  13: '.8125rem',
  14: '.875rem',
  15: '.9375rem',
  16: '1rem',
  18: '1.125rem',
  22: '1.375rem',
  30: '1.875rem',
  34: '2.125rem',
  48: '3rem',
} as const

export const FONTS = { text: 'system-ui,sans-serif', mono: 'ui-monospace,monospace' } as const

export const RADIUS = {
  badge: '6px',
  button: '8px',
  /** Fields, and the buttons of checkout. */
  field: '10px',
  card: '12px',
  /** The card of checkout. */
  sheet: '16px',
  pill: '99px',
} as const

/** Below this width the rows of tables fold and the navigation moves to the bottom. */
export const NARROW = '(max-width:819.98px)'

/** Widths at which the navigation is a rail of icons with words. */
export const MEDIUM = '(min-width:820px) and (max-width:1099.98px)'

export const SHADOW = {
  sheet: '0 1px 2px #1018280a,0 12px 32px -16px #10182829',
  dialog: '0 24px 64px -12px #10182866',
} as const

/** The meanings that a colour has. Each has a text colour and a tint behind it. */
export type Tone = 'ok' | 'info' | 'warn' | 'ice' | 'bad' | 'grey'
