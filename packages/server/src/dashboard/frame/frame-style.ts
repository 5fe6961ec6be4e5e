import { frameStyle } from '../../pages/frame-style.js'
import { pollingScript } from '../../pages/polls.js'
import { readAsset } from '../../runtime/assets.js'
import { behaviour, withoutComments } from '../../ui/behaviour.js'
import { buttonRules } from '../../ui/button.js'
import { centredRules } from '../../ui/centred.js'
import { codeRules } from '../../ui/code-block.js'
import { fieldRules } from '../../ui/fields.js'
import { filterRules } from '../../ui/filters.js'
import { type Inline, inline } from '../../ui/inline.js'
import { noticeRules } from '../../ui/notice.js'
import { rules, styleSheet } from '../../ui/style-sheet.js'
import { NARROW, RADIUS, TYPE } from '../../ui/tokens.js'

/** Rules of the dashboard alone. */
const ownRules = rules(`
.page-head:has(.export){position:relative}
.export summary{list-style:none}
.export summary::-webkit-details-marker{display:none}
.export[open]>summary{background:var(--soft)}
.export form{position:absolute;inset-inline-end:0;margin-block-start:6px;z-index:3;inline-size:min(300px,calc(100vw - 32px));box-shadow:0 8px 28px #0003}
.export .choices{margin-block-end:12px}
.export form .button{inline-size:100%}
.named{display:flex;align-items:center;gap:10px}
.named>span:last-child{min-inline-size:0}
.named .small{display:block}
.balance{display:flex;flex-wrap:wrap;align-items:flex-end;justify-content:space-between;gap:12px;padding:16px}
.balance .available{font-size:${TYPE[34]};font-weight:700;line-height:1.2;letter-spacing:-.02em;overflow-wrap:anywhere}
.balance small{color:var(--dim);font-size:${TYPE[15]};font-weight:500;letter-spacing:0}
.balances{display:flex;flex-wrap:wrap;border-block-start:1px solid var(--line);overflow:hidden}
.balances>div{flex:1 0 min(150px,40%);min-inline-size:max-content;padding:12px 16px}
.balances>div{margin-block-start:-1px;margin-inline-start:-1px;border-block-start:1px solid var(--line);border-inline-start:1px solid var(--line)}
.balances dt{inline-size:0;min-inline-size:100%;color:var(--dim);font-size:${TYPE[13]}}
.balances>div{display:flex;flex-direction:column;justify-content:space-between}
.balances dd{font-weight:650;font-size:${TYPE[15]};white-space:nowrap}
.plot{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:0 8px}
.chart{display:block;inline-size:100%;block-size:170px}
.scale{display:grid;grid-template-rows:1fr 1fr;color:var(--faint);font-size:${TYPE[12]};line-height:1;direction:ltr}
.chart-more{display:flex;flex-wrap:wrap;gap:4px 20px;align-items:flex-start}
.chart-more details[open]{flex-basis:100%}
.days{display:flex;flex-wrap:wrap;align-items:end;gap:8px;padding-block-start:8px}
.days .field{margin:0}
.home+.card{margin-block-start:16px}
.chart rect{fill:var(--accent)}
.chart .now{opacity:.45}
.chart line{stroke:var(--line)}
.axis{display:flex;justify-content:space-between;color:var(--faint);font-size:${TYPE[12]};padding-block:4px}
.tasks{list-style:none;padding:0;display:grid;gap:16px}
.tasks li{display:flex;flex-wrap:wrap;gap:8px 12px}
.tasks li>div:nth-child(2){flex:1 1 240px;min-inline-size:0;overflow-wrap:anywhere}
.tasks h3{font-size:${TYPE[14]};font-weight:600}
.tasks li>.icon{margin-block-start:3px;color:var(--warn)}
.tasks+p,.closed,#steps form{margin-block-start:12px}
.closed summary,.chart-more summary{color:var(--tint);font-weight:550}
.closed ul{padding-inline-start:20px;color:var(--dim);font-size:${TYPE[13]}}
#steps li:not(.done)>.icon{color:var(--faint)}
.notes{list-style:none;padding:0;display:grid;gap:12px;margin-block-end:16px}
.notes p{white-space:pre-wrap;overflow-wrap:anywhere}
.left{padding-inline-start:20px;overflow-wrap:anywhere}
:is(.notes,.left,#payer) small{color:var(--dim)}
#steps progress{inline-size:100%;margin-block-end:12px;accent-color:var(--ok-strong)}
.tasks .done>.icon{color:var(--ok)}
.tasks a{font-weight:600;text-decoration:none}
.tasks p{color:var(--dim);font-size:${TYPE[13]}}
.button[aria-pressed=true]{border-color:var(--accent);background:var(--soft);color:var(--tint)}
:is(#paid,#endpoints) .card-head>div{display:flex;flex-wrap:wrap;align-items:center;gap:4px 12px}
#link .button{inline-size:100%}
#link .choices{display:flex;flex-wrap:wrap;gap:8px}
#link .choice{flex:1;margin:0;padding:6px 10px;gap:8px}
.card p+.code,.card .code+p{margin-block-start:12px}
:is(.notice,#channels) .buttons{margin-block-start:12px}
.card+.notice,.facts+.notice{margin-block:16px 0}
.facts+p,.card-body>p+p,#passkeys form[data-passkey]{margin-block-start:12px}
.card+form{margin-block-start:16px}
.choices+p{margin-block-end:16px}
.form{max-inline-size:560px}
.columns>.form{max-inline-size:none}
.form .field:last-of-type{margin-block-end:20px}
.qr{inline-size:180px;block-size:180px;background:#fff;border-radius:${RADIUS.card};padding:4px}
.qr svg{display:block;inline-size:100%;block-size:100%}
.months{display:flex;flex-wrap:wrap;align-items:end;gap:8px}
.months .field{margin:0;min-inline-size:220px}
.form:has([value=FIXED]:checked) .custom,.form:has([value=CUSTOM]:checked) .fixed{display:none}
.refund:not(:has([value=other]:checked)) .other{display:none}
.decide{display:grid;gap:8px}
.card-body>.checks{margin-block-start:0}
.whole b{color:var(--text)}
.whole{color:var(--dim)}
.pad{padding:16px}
#notices small{display:block}
#notices td input{inline-size:18px;block-size:18px;min-block-size:0;accent-color:var(--accent);vertical-align:middle}
#notices form .field{max-inline-size:320px}
#notices .named .initials+.initials{margin-inline-start:-8px}
#notices .named>:first-child{white-space:nowrap}
#notices .named bdi{display:block;max-inline-size:10rem;overflow-wrap:anywhere}
@media ${NARROW}{#notices .initials{display:none}#notices .badge{white-space:normal}#notices :is(th,td){hyphens:auto}#notices :is(th,td)+:is(th,td){padding-inline:4px}#notices thead th{white-space:normal}#notices .named>:first-child{display:none}#notices .named bdi{max-inline-size:5.5rem}}
#channels ul{list-style:none;padding:0}
#channels li{display:flex;gap:12px;padding:12px 16px}
#channels li+li{border-block-start:1px solid var(--line)}
#channels li>div{flex:1;min-inline-size:0}
#channels li>.icon{margin-block-start:3px;color:var(--tint)}
#channels h3{font-size:${TYPE[14]};font-weight:600}
#channels p{color:var(--dim);font-size:${TYPE[13]};overflow-wrap:anywhere}
.share{display:flex;flex-wrap:wrap;gap:20px;align-items:flex-start}
.share>div:last-child{flex:1;min-inline-size:240px;display:grid;gap:12px}
.paper{display:none;font-size:${TYPE[18]};font-weight:650}
@media print{#notes{display:none}.paper{display:block;margin-block-end:16px;padding-block-end:8px;border-block-end:2px solid}}
.swatch{inline-size:28px;block-size:28px;vertical-align:middle}
.row-form{display:inline}
.row-form .button,.withdraw .hint .button{padding:2px 6px;font-size:inherit;white-space:nowrap}
.withdraw .hint .button{min-block-size:24px}
.withdraw #amount{font-size:${TYPE[22]};font-weight:650}
.attempts{display:grid;gap:12px;grid-template-columns:minmax(0,3fr) minmax(0,2fr)}
.attempts td{vertical-align:top}
.attempts>div{display:grid;gap:12px;align-content:start;min-inline-size:0}
@media (max-width:1099px){.home>div+div{margin-block-start:16px}}
@media ${NARROW},(pointer:coarse){.frame{min-block-size:44px}}
@media ${NARROW}{.wide-only{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%)}.main summary{padding-block:11px}.attempts{grid-template-columns:minmax(0,1fr)}.balances>div{padding-inline:12px}}
@media (min-width:820px){.attempts td:nth-child(2){white-space:nowrap}}
@media (min-width:1100px){
.home{display:grid;grid-template-columns:minmax(0,1fr) 340px;gap:16px}
.home>div{display:flex;flex-direction:column}
.home>div>:last-child{flex:1}
.home>div+div>.card:first-child{flex:1}
.home>div+div>.card:last-child{flex:0 1 auto}
}
`)

const signInRules = rules(
  `.centred form .button{inline-size:100%}
.or{display:flex;align-items:center;gap:12px}
.or::before,.or::after{content:'';flex:1;border-block-start:1px solid var(--line)}
.centred details>*+*{margin-block-start:12px}
.centred summary{color:var(--tint);font-weight:600;cursor:pointer}
form[hidden]+.or{display:none}
.centred hr{inline-size:100%;border:0;border-block-start:1px solid var(--line)}`,
  fieldRules,
)

let style: Inline | undefined
let ofNotices: Inline | undefined
let script: Inline | undefined
let ofSignIn: Inline | undefined

export function dashboardStyle(): Inline {
  style ??= frameStyle([filterRules], ownRules)
  return style
}

/** The style of pages for people who are not signed in. */
export function noticeStyle(): Inline {
  ofNotices ??= styleSheet(buttonRules, codeRules, noticeRules, centredRules, signInRules)
  return ofNotices
}

export function dashboardScript(): Inline {
  script ??= behaviour(`${pollingScript()}${readAsset('pages', 'passkey.js')}`)
  return script
}

/** The script of pages for people who are not signed in. */
export function noticeScript(): Inline {
  ofSignIn ??= inline(withoutComments(readAsset('pages', 'passkey.js')))
  return ofSignIn
}
