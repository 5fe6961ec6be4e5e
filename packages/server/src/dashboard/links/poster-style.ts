import { baseRules } from '../../ui/base.js'
import { behaviour } from '../../ui/behaviour.js'
import { buttonRules } from '../../ui/button.js'
import { readableFill } from '../../ui/contrast.js'
import { iconRules } from '../../ui/icons.js'
import { type Inline, inline } from '../../ui/inline.js'
import { rules, styleSheet } from '../../ui/style-sheet.js'
import { segmentsRules } from '../../ui/tabs.js'
import { COLORS } from '../../ui/tokens.js'

/** Sheets of paper: width and height, and the size that everything on them follows, in millimetres. */
const PAPERS = {
  a5: { width: 148, height: 210, unit: 3.7 },
  a4: { width: 210, height: 297, unit: 5.25 },
} as const
export type Paper = keyof typeof PAPERS
export const PAPER_NAMES = Object.keys(PAPERS) as readonly Paper[] // the keys of the literal

const COLOR = /^#[0-9a-f]{6}$/i

/** The poster is white in dark mode too, as it is on paper. */
const posterRules = rules(
  `
.bar{display:flex;flex-wrap:wrap;justify-content:center;align-items:center;gap:8px 16px;padding:12px 16px}
.poster{display:grid;grid-template-rows:auto 1fr auto;margin:0 auto 24px;background:#fff;color:#131722;overflow:hidden;text-align:center;overflow-wrap:anywhere;print-color-adjust:exact;-webkit-print-color-adjust:exact}
.poster p,.poster h1{margin:0}
.poster header{display:flex;align-items:center;gap:1em;padding:1.2em 1.8em;background:var(--brand);color:#fff;font-weight:700;text-align:start}
.poster header strong{font-size:1.6em;min-inline-size:0}
.poster header img{block-size:3em;max-inline-size:6em;object-fit:contain;padding:.3em;border-radius:.6em;background:#fff}
.poster>div{display:grid;align-content:space-evenly;justify-items:center;padding:.6em 1.8em}
.poster .test{padding:.3em .9em;border-radius:.5em;background:${COLORS.ribbon[0]};color:#fff;font-size:1.2em;font-weight:700}
.poster .for{font-size:1.3em;max-block-size:4.2em;overflow:hidden}
.poster :is(.for,.sum small){color:#4a5263}
.poster .sum small{font-size:.45em;font-weight:500}
.poster .sum{font-size:2.8em;font-weight:700;line-height:1.1}
.poster .sum.long{font-size:1.8em}
.poster .code{inline-size:19em;max-inline-size:100%;padding:.6em;border:.15em solid;border-radius:1.2em}
.poster .code svg{display:block;inline-size:100%}
.poster h1{font-size:1.7em}
.poster ol{list-style:none;display:grid;grid-template-columns:repeat(3,1fr);gap:1em;padding:0;inline-size:100%}
.poster li b{display:grid;place-items:center;inline-size:2em;block-size:2em;margin:0 auto .3em;border-radius:50%;background:var(--brand);color:#fff}
.poster footer{padding:.8em 1.8em;border-block-start:.05em solid #ccc;font-size:.85em}
.poster footer .mono{font-size:1.1em}
@media print{.bar{display:none}:root{background:none}.poster{margin:0}}
`,
  baseRules,
  buttonRules,
  iconRules,
  segmentsRules,
)

let shared: Inline | undefined
let script: Inline | undefined

/** The styles of a poster: what all have, and its paper with the colour of the merchant. */
export function posterStyles(paper: Paper, accent: string | null): readonly Inline[] {
  shared ??= styleSheet(posterRules)
  const { width, height, unit } = PAPERS[paper]
  const brand = accent !== null && COLOR.test(accent) ? readableFill(accent) : COLORS.accent[0]
  const own = `:root{--brand:${brand}}.poster{inline-size:${width}mm;max-inline-size:100%;block-size:${height}mm;font-size:${unit}mm}@page{size:${paper.toUpperCase()};margin:0}`
  return [shared, inline(own)]
}

export function posterScript(): Inline {
  script ??= behaviour()
  return script
}
