import { frameStyle } from '../../pages/frame-style.js'
import { pollingScript } from '../../pages/polls.js'
import { readAsset } from '../../runtime/assets.js'
import { behaviour, withoutComments } from '../../ui/behaviour.js'
import { centredRules } from '../../ui/centred.js'
import { statsRules } from '../../ui/facts.js'
import { filterRules } from '../../ui/filters.js'
import { type Inline, inline } from '../../ui/inline.js'
import { rules } from '../../ui/style-sheet.js'
import { NARROW, RADIUS, TYPE } from '../../ui/tokens.js'

const consoleRules = rules(
  `
.ask{max-inline-size:520px;padding:20px;border:1px solid var(--line);border-radius:${RADIUS.card}}
.whole{display:block;margin-block-start:12px;padding:8px 12px;border-radius:${RADIUS.button};background:var(--sunk);overflow-wrap:anywhere}
.whole b{color:var(--text)}
.stats+*,.notice+.stats,.tabs+.groups,.tabs+.columns,.columns+.card,.card+.columns{margin-block-start:16px}
.card-head>div{display:flex;flex-wrap:wrap;align-items:center;gap:4px 12px}
.table td.note a{color:inherit}
.beside{display:inline-flex;flex-wrap:wrap;align-items:center;gap:4px 8px}
@media (min-width:1024px){td .beside{flex-wrap:nowrap}}
:is(.two,.timeline) .scroll{border:1px solid var(--line);font-size:${TYPE[13]}}
.checks+.buttons .button{flex:1}
.sum+p+.facts,.checks+.buttons+p{margin-block-start:12px}
.work{display:grid;grid-template-columns:auto minmax(0,1fr) auto auto;gap:4px 14px;align-items:center;padding:12px 16px;border-block-end:1px solid var(--line)}
.work:last-child{border-block-end:0}
.work h3{font-size:inherit}
.work p{color:var(--dim);font-size:${TYPE[13]}}
.work p::first-letter{text-transform:uppercase}
.work .much{text-align:end;font-variant-numeric:tabular-nums}
.work .much strong,.work .much span{display:block}
.work .much span{color:var(--faint);font-size:${TYPE[13]}}
.work .act{text-align:end;min-inline-size:132px}
.sum{font-size:${TYPE[34]};font-weight:700;line-height:1.2;font-variant-numeric:tabular-nums}
.sum small{color:var(--dim);font-size:${TYPE[15]}}
.two{display:grid;grid-template-columns:1fr 1fr;gap:16px}
.open h2{font-size:${TYPE[15]};margin-block-end:8px}
.two+.buttons,.two .answer{margin-block-start:16px}
.answer{max-block-size:240px;overflow:auto}
@media (min-width:1024px){.balance{align-items:stretch}.balance>section,.balance .facts{display:flex;flex-direction:column}.balance .facts{flex:1}.balance .facts>:last-child{margin-block-start:auto}}
.card-body h3{font-size:inherit}
.balance h3{margin-block-end:8px}
.balance .facts>:last-child{border-block-start:1px solid var(--edge)}
@media (min-width:1024px){.reviewing>:first-child{order:1}}
.reviewing .filters{margin-block-start:0}
@media (min-width:820px){.when-folded{display:none}}
@media ${NARROW},(pointer:coarse){.frame{min-block-size:44px}}
@media ${NARROW}{.work{grid-template-columns:auto minmax(0,1fr);align-items:start}.work .much,.work .act{grid-column:2;text-align:start}.work .much :is(strong,span){display:inline;margin-inline-end:8px}.two{grid-template-columns:minmax(0,1fr)}}
`,
  centredRules,
)

let style: Inline | undefined
let script: Inline | undefined
let ofPeople: Inline | undefined
let ofSignIn: Inline | undefined

export function consoleStyle(): Inline {
  style ??= frameStyle([statsRules, filterRules], consoleRules)
  return style
}

export function consoleScript(): Inline {
  script ??= behaviour(pollingScript())
  return script
}

/** With the script that asks the device of a person. */
export function personScript(): Inline {
  ofPeople ??= behaviour(`${pollingScript()}${readAsset('pages', 'passkey.js')}`)
  return ofPeople
}

/** The script of pages for people who are not signed in. */
export function noticeScript(): Inline {
  ofSignIn ??= inline(withoutComments(readAsset('pages', 'passkey.js')))
  return ofSignIn
}
