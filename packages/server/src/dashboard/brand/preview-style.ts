import { type Inline, inline } from '../../ui/inline.js'
import { COLORS, type ColorName, RADIUS, TYPE } from '../../ui/tokens.js'
import { isColor, looksOf } from './accent-contrast.js'

const SHOWN: readonly ColorName[] = ['bg', 'card', 'line', 'text', 'dim', 'warn', 'warn-tint']

/** The same choice as that of the viewer's system, in names that the page's own mode does not change. */
const tokensOf = (mode: 0 | 1): string =>
  SHOWN.map((name) => `--look-${name}:${COLORS[name][mode]}`).join(';')

const RULES = `
.look{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,220px),1fr));gap:16px;padding:16px;background:var(--look-bg);color:var(--look-text);border-end-start-radius:${RADIUS.card};border-end-end-radius:${RADIUS.card}}
.look figure{display:grid;grid-template-columns:minmax(0,1fr);gap:8px;align-content:start;margin:0;min-inline-size:0}
.look figcaption{color:var(--look-dim);font-size:${TYPE[12]};font-weight:600}
.look figure>div{display:grid;gap:8px;padding:12px;border:1px solid var(--look-line);border-radius:${RADIUS.card};background:var(--look-card);overflow-wrap:anywhere}
.look p{margin:0;font-size:${TYPE[13]}}
.look .who{display:flex;align-items:center;gap:8px;font-weight:650}
.look .who bdi{min-inline-size:0;overflow-wrap:anywhere}
.look .who :is(img,span){inline-size:24px;block-size:24px;flex:none;border-radius:${RADIUS.badge};object-fit:contain}
.look .who span{display:grid;place-content:center;background:var(--look-fill);color:#fff;font-size:${TYPE[12]}}
.look .dim:empty{display:none}
.look .option{padding:8px 12px;border:1px solid var(--look-line);border-radius:${RADIUS.button}}
.look .line{display:flex;justify-content:space-between;gap:8px;font-weight:600}
.look .bar{block-size:4px;border-radius:2px;background:linear-gradient(90deg,var(--look-mark) 75%,var(--look-line) 75%)}
.look .caution{padding:6px 8px;border-radius:${RADIUS.badge};background:var(--look-warn-tint);color:var(--look-warn);font-weight:600}
.look .sum{font-size:${TYPE[22]};font-weight:700}
.look figcaption strong{color:var(--look-text);font-size:${TYPE[13]}}
.look .dim{color:var(--look-dim);font-size:${TYPE[12]}}
.look .fake{display:flex;gap:6px;align-items:center;justify-content:center;padding:8px 12px;border-radius:${RADIUS.button};background:var(--look-fill);color:#fff;font-weight:600;text-align:center}
.look .slip{--look-card:#fff;--look-line:${COLORS.line[0]};--look-dim:${COLORS.dim[0]};color:${COLORS.text[0]}}
.look .slip .who{padding-block-end:8px;border-block-end:2px solid var(--look-fill)}
.look .wide{grid-column:1/-1}
.look .wide .slip .fake{inline-size:fit-content}
.mode{display:flex;gap:4px 12px}
.mode label{display:flex;gap:6px;align-items:center;color:var(--text)}
.logo-forms{display:flex;flex-wrap:wrap;gap:8px 16px;align-items:end}
.logo-forms img{inline-size:64px;block-size:64px;object-fit:contain;border:1px solid var(--line);border-radius:${RADIUS.button}}
.contrast{list-style:none;padding:0;margin-block:-8px 16px;font-size:${TYPE[13]}}
.contrast li:not([hidden]){display:flex;gap:8px;align-items:start}
.contrast li{padding-block:2px;background:none}
.contrast span{color:var(--dim)}
.contrast .swatch{inline-size:16px;block-size:16px}
.brand-form [type=color]{inline-size:64px;flex:none;padding:4px 0;cursor:pointer}
.brand-form .boxes{display:grid;grid-template-columns:repeat(auto-fill,minmax(165px,1fr));gap:0 8px;margin-block-end:4px}
.brand-form .boxes legend{grid-column:1/-1}
.brand-form [data-unsaved]{margin-block-end:12px;color:var(--dim)}
.brand-form>.hint{color:var(--faint);font-size:${TYPE[13]};margin-block-end:16px}
`

/** The style of a page with a preview: the looks of the payer's pages in day and night, whatever the mode of the viewer is. */
export function previewStyle(accent: string | null): Inline {
  const color = accent !== null && isColor(accent) ? accent : COLORS.accent[0]
  const { fill, day, night } = looksOf(color)
  // The script of the form sets the last three on the element.
  const own = `.look{${tokensOf(0)};--look-mark:var(--look-day);--look-fill:${fill};--look-day:${day};--look-night:${night}}`
  return inline(
    `${own}.card:has(#mode-night:checked) .look{${tokensOf(1)};--look-mark:var(--look-night)}${RULES.replaceAll('\n', '')}`,
  )
}
