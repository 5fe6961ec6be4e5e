import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { LINK_STATUSES } from '../../src/domain/links/payment-link.js'
import { ORDER_STATUSES } from '../../src/domain/orders/order.js'
import { DELIVERY_STATUSES } from '../../src/domain/webhooks/webhook-history.js'
import { WITHDRAWAL_STATUSES } from '../../src/domain/withdrawals/withdrawal.js'
import { STATUSES } from '../../src/ui/badge.js'
import { CODE_CLASSES } from '../../src/ui/code-block.js'
import { contrastOf, readableFill, readableMark } from '../../src/ui/contrast.js'
import { COLORS, type ColorName, RADIUS, TYPE } from '../../src/ui/tokens.js'

const MODES = [
  ['light', 0],
  ['dark', 1],
] as const
const UI = new URL('../../src/ui/', import.meta.url)
const WHITE = '#ffffff'
const TEXT = 4.5
/** Borders of controls, and icons. */
const SHAPES = 3

const REQUIRED: readonly (readonly [ColorName | 'white', ColorName, least: number])[] = [
  ...(['text', 'dim', 'faint', 'tint'] as const).flatMap((color) =>
    (['card', 'bg', 'soft'] as const).map((surface) => [color, surface, TEXT] as const),
  ),
  ['text', 'sunk', TEXT],
  ['dim', 'sunk', TEXT],
  ['edge', 'card', SHAPES],
  ['edge', 'bg', SHAPES],
  ['white', 'accent', TEXT],
  ['white', 'accent-hover', TEXT],
  ['white', 'bad-badge', TEXT],
  ['white', 'ribbon', TEXT],
  ['white', 'paid', TEXT],
  ...(['ok', 'warn', 'bad', 'info', 'grey', 'ice'] as const).map(
    (tone) => [tone, `${tone}-tint`, TEXT] as const,
  ),
  ...(['ok', 'warn', 'bad'] as const).map((tone) => [`${tone}-strong`, 'card', SHAPES] as const),
  ['code', 'code-bg', TEXT],
  ['code', 'code-head', TEXT],
  ...Object.values(CODE_CLASSES).map((name) => [`code-${name}`, 'code-bg', TEXT] as const),
]

/** The contrasts that the design states, light and dark, as computed for it. */
const STATED: readonly [ColorName | 'white', ColorName, light: number, dark: number][] = [
  ['edge', 'card', 3.34, 4.36],
  ['edge', 'bg', 3.12, 4.68],
  ['text', 'card', 17.9, 15.99],
  ['dim', 'card', 7.84, 9.56],
  ['faint', 'card', 5.21, 6.53],
  ['faint', 'soft', 4.6, 5.51],
  ['white', 'accent', 6.21, 4.64],
  ['white', 'accent-hover', 8.03, 5.74],
  ['tint', 'card', 7.18, 8.87],
  ['tint', 'soft', 6.34, 7.48],
  ['ok', 'ok-tint', 5.81, 8.5],
  ['ok-strong', 'card', 3.96, 6.42],
  ['warn', 'warn-tint', 6.41, 9.02],
  ['warn-strong', 'card', 3.55, 6.77],
  ['bad', 'bad-tint', 5.86, 8.05],
  ['white', 'bad-badge', 4.71, 5.25],
  ['info', 'info-tint', 6.14, 8.33],
  ['grey', 'grey-tint', 6.8, 7.89],
  ['ice', 'ice-tint', 6.12, 9.25],
  ['code', 'code-bg', 13.98, 13.98],
  ['white', 'ribbon', 7.76, 7.76],
]

const colorOf = (name: ColorName | 'white', mode: 0 | 1): string =>
  name === 'white' ? WHITE : COLORS[name][mode]

describe.each(MODES)('the colours of the pages in %s mode', (_name, mode) => {
  it.each(REQUIRED)('%s on %s has a contrast of at least %d', (color, surface, least) => {
    expect(contrastOf(colorOf(color, mode), colorOf(surface, mode))).toBeGreaterThanOrEqual(least)
  })

  it.each(STATED)('%s on %s has the contrast of the design', (color, surface, ...stated) => {
    expect(contrastOf(colorOf(color, mode), colorOf(surface, mode))).toBeCloseTo(stated[mode], 1)
  })
})

describe("a merchant's accent", () => {
  it('becomes a fill under white text, and a mark on the card of each mode', () => {
    for (const accent of ['#ffffff', '#000000', '#777777', ...randomColors(200)]) {
      const [light, dark] = readableMark(accent)
      const contrasts = [
        contrastOf(readableFill(accent), WHITE),
        contrastOf(light, COLORS.card[0]),
        contrastOf(dark, COLORS.card[1]),
      ]
      expect(Math.min(...contrasts), accent).toBeGreaterThanOrEqual(TEXT)
    }
  })

  it('stays as it is where it is readable', () => {
    expect(readableFill('#0b5fff')).toBe('#0b5fff')
    expect(readableMark('#7fd8ea')[1]).toBe('#7fd8ea')
  })
})

/** The same colours in every run, from a linear congruential generator. */
function randomColors(count: number): string[] {
  let seed = 20_261_128
  return Array.from({ length: count }, () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return `#${(seed >>> 8).toString(16).padStart(6, '0')}`
  })
}

describe('the components', () => {
  it('show every status of the interface', () => {
    const merchants = ['PENDING_KYB', 'ACTIVE', 'SUSPENDED']
    const named = [
      ...ORDER_STATUSES,
      ...WITHDRAWAL_STATUSES,
      ...DELIVERY_STATUSES,
      ...LINK_STATUSES,
      ...merchants,
    ]
    expect(Object.keys(STATUSES).sort()).toEqual([...new Set(named)].sort())
  })

  it('have sizes and corners of the scale, logical properties, and no fixed colours but white and shadows', () => {
    const types: readonly string[] = Object.values(TYPE)
    const corners: readonly string[] = Object.values(RADIUS)
    const faults = rulesOfFiles().flatMap(({ file, css }) =>
      [
        ...findAll(css, /font-size:([\d.]+rem)/g).filter((size) => !types.includes(size)),
        ...findAll(css, /border-radius:(\d+px)/g).filter((corner) => !corners.includes(corner)),
        ...findAll(css, /[;{\s]((?:margin|padding|border)-(?:left|right|top|bottom)|(?:left|right):)/g),
        ...findAll(css, /(?<!box-shadow:[^;]*|backdrop\{background:)(#[0-9a-f]{3,8})\b/g).filter(
          (color) => color !== '#fff',
        ),
      ].map((fault) => `${file}: ${fault}`),
    )
    expect(faults).toEqual([])
  })
})

const findAll = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found)

/** The CSS of every component file, and of the frames of console and dashboard. */
function rulesOfFiles(): { file: string; css: string }[] {
  const components = readdirSync(UI).filter((file) => file.endsWith('.ts') && file !== 'tokens.ts')
  const frames = ['../console/frame/frame-assets.ts', '../dashboard/frame/frame-style.ts']
  return [...components, ...frames].map((file) => {
    const text = readFileSync(new URL(file, UI), 'utf8')
    const sheets = [...text.matchAll(/rules\(\s*`([^`]*)`/g)].map(([, css = '']) => css)
    return { file, css: sheets.join('\n') }
  })
}
