import { NETWORKS } from '../networks/networks.js'
import { fieldRules } from '../ui/fields.js'
import { rules } from '../ui/style-sheet.js'
import { RADIUS, TYPE } from '../ui/tokens.js'

const namesNetwork = NETWORKS.map(
  (network) => `.sheet:has([value=${network}]:checked) .on[data-network=${network}]{display:inline}`,
).join('\n')

/** The rules of the pages of payment links, besides those of the checkout. */
export const linkRules = rules(
  `
.top{border-block-end:1px solid var(--line)}
.top .field{margin-block:8px 0}
.for{overflow-wrap:anywhere}
.for+.facts{margin-block-start:16px}
.pick{display:grid;gap:10px;min-inline-size:0;padding:0;border:0}
.pick legend{padding:0;margin-block-end:10px;font-weight:650}
.pick .error{color:var(--bad);font-size:${TYPE[14]}}
.pick-one{display:grid;grid-template-columns:20px minmax(0,1fr);gap:2px 12px;align-items:center;padding:14px 16px;border:1px solid var(--edge);border-radius:${RADIUS.card};cursor:pointer}
.pick-one:has(:checked){border-color:var(--accent);box-shadow:0 0 0 1px var(--accent);background:var(--soft)}
.pick-one input{inline-size:20px;block-size:20px;margin:0;accent-color:var(--accent)}
.pick-one small{color:var(--dim);font-weight:500;font-size:${TYPE[13]}}
.pick-one ul{grid-column:2;display:grid;gap:3px;padding:0;margin-block-start:2px;list-style:none;font-size:${TYPE[14]};color:var(--dim)}
.pick-one li,.wallet{display:flex;gap:8px}
.pick-one li .icon,.wallet .icon{flex:none;margin-block-start:.2em}
.pick-one b{color:var(--text);font-weight:550}
.go{min-block-size:52px;margin-block-start:16px}
[dir=rtl] .go .icon{scale:-1 1}
.wallet{margin-block-start:14px;font-size:${TYPE[14]}}
.ask{margin-block-start:16px;text-align:center;font-size:${TYPE[14]};overflow-wrap:anywhere}
.receipt a.button{margin-block-start:16px}
.on{display:none}
@supports selector(:has(*)){
.any{display:none}
${namesNetwork}
}
@media screen and (min-width:1000px){
.summary~main :is(.head,.ask){display:none}
.summary~main .top:not(:has(.field)){display:none}
}
`,
  fieldRules,
)
