import { Html } from '../runtime/html.js'
import { rules } from './style-sheet.js'

const CIRCLE = '<circle cx="10" cy="10" r="7.5"/>'
/** Drawings on a grid of 20, as strokes in the colour of the text. */
const DRAWINGS = {
  'arrow-in': '<path d="M14.5 5.5l-9 9m0-7v7h7"/>',
  'arrow-left': '<path d="M16.5 10h-13m5-5l-5 5 5 5"/>',
  'arrow-out': '<path d="M5.5 14.5l9-9m-7 0h7v7"/>',
  'arrow-right': '<path d="M3.5 10h13m-5-5l5 5-5 5"/>',
  antenna: '<path d="M7.5 11.5a3.5 3.5 0 1 1 5 0M5 14a7 7 0 1 1 10 0M10 9.5v8"/>',
  book: '<path d="M5 2.5h9a1 1 0 0 1 1 1v14H6a1.5 1.5 0 0 1-1.5-1.5V3a.5.5 0 0 1 .5-.5zM7.5 6.5h4.5M7.5 9.5h4.5M4.8 15h10"/>',
  check: '<path d="M4 10.5l4 4 8-9"/>',
  'check-circle': `${CIRCLE}<path d="M6.8 10.2l2.3 2.3 4.2-4.7"/>`,
  'chevron-down': '<path d="M5 7.5l5 5 5-5"/>',
  'chevron-right': '<path d="M7.5 5l5 5-5 5"/>',
  clock: `${CIRCLE}<path d="M10 5.5V10l3 2"/>`,
  code: '<path d="M6.5 5.5L2 10l4.5 4.5m7-9L18 10l-4.5 4.5"/>',
  copy: '<rect x="7" y="7" width="10" height="10" rx="2"/><path d="M4.5 13A1.5 1.5 0 0 1 3 11.5v-7A1.5 1.5 0 0 1 4.5 3h7A1.5 1.5 0 0 1 13 4.5"/>',
  cross: '<path d="M5 5l10 10M15 5L5 15"/>',
  'cross-circle': `${CIRCLE}<path d="M7.5 7.5l5 5m0-5l-5 5"/>`,
  'dashed-circle': '<circle cx="10" cy="10" r="7.5" stroke-dasharray="2.7 2.54"/>',
  database:
    '<ellipse cx="10" cy="5" rx="6.5" ry="2.5"/><path d="M3.5 5v10c0 1.4 2.9 2.5 6.5 2.5s6.5-1.1 6.5-2.5V5M3.5 10c0 1.4 2.9 2.5 6.5 2.5s6.5-1.1 6.5-2.5"/>',
  'dot-circle': `${CIRCLE}<circle cx="10" cy="10" r="2.5" fill="currentColor"/>`,
  download: '<path d="M10 3v9.5m-4-4l4 4 4-4M3.5 16.5h13"/>',
  expand: '<path d="M7 3H3v4m10-4h4v4M7 17H3v-4m10 4h4v-4"/>',
  external:
    '<path d="M8 4H5a1.5 1.5 0 0 0-1.5 1.5V15A1.5 1.5 0 0 0 5 16.5h9.5A1.5 1.5 0 0 0 16 15v-3M11.5 3.5h5v5m0-5L9.5 10.5"/>',
  eye: '<path d="M1.5 10S4.5 4.5 10 4.5 18.5 10 18.5 10 15.5 15.5 10 15.5 1.5 10 1.5 10z"/><circle cx="10" cy="10" r="2.5"/>',
  flask:
    '<path d="M7 2.5h6M8 2.5v5L3.6 15a1.7 1.7 0 0 0 1.5 2.5h9.8a1.7 1.7 0 0 0 1.5-2.5L12 7.5v-5M5.8 12h8.4"/>',
  globe: `${CIRCLE}<path d="M2.5 10h15M10 2.5c5 5 5 10 0 15-5-5-5-10 0-15z"/>`,
  'half-circle': `${CIRCLE}<path d="M10 2.5a7.5 7.5 0 0 1 0 15z" fill="currentColor"/>`,
  home: '<path d="M2.5 9.5L10 3l7.5 6.5M4.5 8v9h4v-5h3v5h4V8"/>',
  inbox:
    '<path d="M2.5 11l2.3-6.2A1.5 1.5 0 0 1 6.2 4h7.6a1.5 1.5 0 0 1 1.4.8L17.5 11v4a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 15zh4l1.2 2h4.6l1.2-2h4"/>',
  info: `${CIRCLE}<path d="M10 9.5V14M10 6.5v.01"/>`,
  key: '<circle cx="6.5" cy="13.5" r="4"/><path d="M9.5 10.5L16.5 3.5m-3 3l2.5 2.5"/>',
  link: '<path d="M8.5 11.5a3.5 3.5 0 0 0 5 0l3-3a3.5 3.5 0 0 0-5-5L10.5 4.5M11.5 8.5a3.5 3.5 0 0 0-5 0l-3 3a3.5 3.5 0 0 0 5 5L9.5 15.5"/>',
  list: '<path d="M7 5h10M7 10h10M7 15h10M3 5h.01M3 10h.01M3 15h.01"/>',
  loop: '<path d="M16.8 8A7.2 7.2 0 1 0 17.2 11.5M17.2 3.5V8h-4.5"/>',
  mail: '<rect x="2.5" y="4" width="15" height="12" rx="2"/><path d="M3 6l7 5 7-5"/>',
  menu: '<path d="M3 5.5h14M3 10h14M3 14.5h14"/>',
  people:
    '<circle cx="7.5" cy="7" r="3"/><path d="M2 16.5c.3-3 2.5-4.8 5.5-4.8s5.2 1.8 5.5 4.8M12.8 4.3a3 3 0 0 1 0 5.4M15.3 12.2c1.6.7 2.5 2.2 2.7 4.3"/>',
  plus: '<path d="M10 4v12M4 10h12"/>',
  pause: '<path d="M7 4.5v11M13 4.5v11"/>',
  play: '<path d="M6 4l10 6-10 6z"/>',
  printer:
    '<path d="M6 7V2.5h8V7M6 14H4.5A1.5 1.5 0 0 1 3 12.5v-4A1.5 1.5 0 0 1 4.5 7h11A1.5 1.5 0 0 1 17 8.5v4a1.5 1.5 0 0 1-1.5 1.5H14"/><path d="M6 11.5h8v6H6z"/>',
  pulse: '<path d="M2 10.5h3.5L8 4l4 12.5 2.5-6H18"/>',
  receipt: '<path d="M4.5 2.5h11v15l-2-1.4-1.8 1.4-1.7-1.4-1.7 1.4-1.8-1.4-2 1.4zM7.5 6.5h5M7.5 10h5"/>',
  search: '<circle cx="9" cy="9" r="5.5"/><path d="M13 13l4.5 4.5"/>',
  shield: '<path d="M10 2.5l6.5 2v5c0 4-2.5 6.5-6.5 8-4-1.5-6.5-4-6.5-8v-5zM7 10l2.2 2.2L13 8"/>',
  sliders:
    '<path d="M2.5 6h8m4 0h3M2.5 14h3m4 0h8"/><circle cx="12.5" cy="6" r="2"/><circle cx="7.5" cy="14" r="2"/>',
  snowflake:
    '<path d="M10 2v16M3.1 6l13.8 8M16.9 6L3.1 14M7.5 2.8L10 5.3l2.5-2.5M7.5 17.2L10 14.7l2.5 2.5"/>',
  sound: '<path d="M3 8v4h3l4 3.5v-11L6 8zM13 7.5a3.5 3.5 0 0 1 0 5M15.5 5a7 7 0 0 1 0 10"/>',
  store:
    '<path d="M3.5 9v8h13V9M3 3h14l1 4.5a2.3 2.3 0 0 1-4 1 2.7 2.7 0 0 1-4 0 2.7 2.7 0 0 1-4 0 2.3 2.3 0 0 1-4-1z"/>',
  undo: '<path d="M7 4L3.5 7.5 7 11M3.5 7.5H12a4.5 4.5 0 0 1 0 9H8"/>',
  wallet:
    '<rect x="2.5" y="5" width="15" height="12" rx="2"/><path d="M2.5 7V5.5a2 2 0 0 1 2-2H14V5M14 11h.01"/>',
  warning: '<path d="M10 3L1.8 17h16.4zM10 8.5V12M10 14.5v.01"/>',
} as const

export type IconName = keyof typeof DRAWINGS
export const ICON_NAMES = Object.keys(DRAWINGS) as IconName[] // the literal's own keys

/** Mirrored in right-to-left pages, because they point along the line of reading. */
const DIRECTED: ReadonlySet<IconName> = new Set(['arrow-left', 'arrow-right', 'chevron-right'])

export const iconRules = rules(`
.icon{inline-size:1.2em;block-size:1.2em;flex:none;fill:none;stroke:currentColor;stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}
[dir=rtl] .icon.along{scale:-1 1}
`)

/** An icon as large as the text around it. Screen readers skip it, so a word must stand beside it. */
export const icon = (name: IconName): Html =>
  new Html(
    `<svg class="icon${DIRECTED.has(name) ? ' along' : ''}" viewBox="0 0 20 20" aria-hidden="true">${DRAWINGS[name]}</svg>`,
  )
