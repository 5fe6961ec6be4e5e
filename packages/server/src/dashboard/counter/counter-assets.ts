import { readAsset } from '../../runtime/assets.js'
import { baseRules } from '../../ui/base.js'
import { withoutComments } from '../../ui/behaviour.js'
import { brandRules } from '../../ui/brand.js'
import { buttonRules } from '../../ui/button.js'
import { iconRules } from '../../ui/icons.js'
import { type Inline, inline } from '../../ui/inline.js'
import { ribbonRules } from '../../ui/shell.js'
import { rules, styleSheet } from '../../ui/style-sheet.js'
import { NARROW, RADIUS, TYPE } from '../../ui/tokens.js'

const counterRules = rules(
  `
.counter{display:grid;grid-template:auto 1fr auto/minmax(0,1fr);min-block-size:100vh;background:var(--card)}
.ribbon+.counter{min-block-size:calc(100vh - 33px)}
.counter>:is(header,footer){display:flex;flex-wrap:wrap;align-items:center;gap:8px 12px;padding:12px 28px}
.counter>header{font-size:${TYPE[18]};border-block-end:1px solid var(--line)}
.counter>header img{block-size:36px;max-inline-size:10rem;object-fit:contain}
.state{display:flex;flex-wrap:wrap;align-items:center;gap:4px 16px;margin-inline-start:auto;color:var(--dim);font-size:${TYPE[14]};font-variant-numeric:tabular-nums}
[data-connected]::before{content:'';display:inline-block;inline-size:8px;block-size:8px;margin-inline-end:8px;border-radius:${RADIUS.pill};background:var(--ok-strong)}
.counter>footer{border-block-start:1px solid var(--line);background:var(--bg)}
.counter .button{min-block-size:46px;padding-inline:16px;font-size:${TYPE[16]}}
.counter>:is(header,footer)>*,.end>*,.state>*{min-inline-size:0;overflow-wrap:anywhere}
.ways,.end{display:flex;flex-wrap:wrap;align-items:center;gap:8px 12px;}
.end{margin-inline-start:auto}
[data-line]:empty{display:none}
[data-line]{font-variant-numeric:tabular-nums}
[data-sound][aria-pressed=false]{opacity:.7;text-decoration:line-through}
main>div.parts{display:grid;grid-template-columns:minmax(0,1fr)}
section{display:grid;align-content:center;justify-items:center;gap:12px;padding:28px;text-align:center;min-inline-size:0}
section h2{font-size:${TYPE[30]}}
.sum{font-size:clamp(2.5rem,9vw,5.5rem);font-weight:700;line-height:1.1;letter-spacing:-.02em;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
.sum.long{font-size:clamp(1.75rem,4.5vw,3.5rem)}
.sum small{font-size:${TYPE[30]};font-weight:500;letter-spacing:0}
.for{font-size:${TYPE[22]};color:var(--dim);overflow-wrap:anywhere}
.emblem{display:grid;place-items:center;inline-size:120px;block-size:120px;border-radius:${RADIUS.pill};background:var(--soft);color:var(--tint);font-size:4rem}
.paid .emblem{background:#fff;color:var(--paid)}
.paid .for{color:inherit}
.paid .button{flex-direction:row-reverse}
.counter:has(.paid:not([hidden])) .state{color:inherit}
.counter:has(.paid:not([hidden])) [data-connected]{display:none}
.paid .button{border-color:#fff;background:#fff;color:var(--paid);min-inline-size:min(340px,100%)}
.counter:has(.paid:not([hidden])){background:var(--paid);color:#fff;forced-color-adjust:auto}
.counter:has(.paid:not([hidden])) :is(footer,.end a,.end .button){background:none;border-color:#fff9;color:inherit}
.paid .button{margin-block-start:16px}
.wait{grid-template-columns:minmax(0,1fr) minmax(0,min(46vw,62vh));align-items:center;justify-items:stretch;gap:28px;text-align:start}
.wait>div{display:grid;gap:12px;min-inline-size:0}
.code{padding:12px;border:1px solid var(--line);border-radius:${RADIUS.sheet};background:#fff}
.code svg{display:block;inline-size:100%}
.wait .whole{display:block;text-align:center;color:var(--dim);font-size:${TYPE[16]}}
.whole b{color:var(--text)}
.line{display:flex;align-items:center;gap:12px;margin-block-start:16px}
.line::before{content:'';inline-size:12px;block-size:12px;flex:none;margin-inline-start:5px;border-radius:${RADIUS.pill};background:var(--mark,var(--accent));box-shadow:0 0 0 5px var(--soft)}
.line h2{flex:1;font-size:${TYPE[22]}}
.line strong{font-size:${TYPE[22]};font-variant-numeric:tabular-nums}
progress{appearance:none;inline-size:100%;block-size:8px;border:0;border-radius:${RADIUS.pill};background:var(--sunk);overflow:hidden;color:var(--mark,var(--accent))}
progress::-webkit-progress-bar{background:none}
progress::-webkit-progress-value{background:currentColor}
progress::-moz-progress-bar{background:currentColor}
.strip{display:flex;gap:12px;padding:12px 16px;border-radius:${RADIUS.card};background:var(--warn-tint);color:var(--warn);font-size:${TYPE[16]}}
.strip .icon{margin-block-start:.15em}
@media ${NARROW}{.wait{grid-template-columns:minmax(0,1fr)}.wait>:last-child{order:-1}.code{inline-size:min(100%,60vh);margin-inline:auto}.wait .whole{font-size:clamp(12px,3.5vw,16px)}.counter>:is(header,footer),section{padding-inline:16px}}
`,
  baseRules,
  brandRules,
  buttonRules,
  iconRules,
  ribbonRules,
)

let style: Inline | undefined
let script: Inline | undefined

export function counterStyle(): Inline {
  style ??= styleSheet(counterRules)
  return style
}

export function counterScript(): Inline {
  script ??= inline(withoutComments(readAsset('dashboard', 'counter.js')))
  return script
}
