import { badgeRules } from '../../ui/badge.js'
import { behaviour } from '../../ui/behaviour.js'
import { buttonRules } from '../../ui/button.js'
import { cardRules } from '../../ui/card.js'
import { codeRules } from '../../ui/code-block.js'
import { copyRules } from '../../ui/copy-field.js'
import { dialogRules } from '../../ui/dialog.js'
import { emptyRules } from '../../ui/empty-state.js'
import { factsRules } from '../../ui/facts.js'
import { checkboxesRules, choicesRules, searchRules } from '../../ui/fields.js'
import type { Inline } from '../../ui/inline.js'
import { noticeRules, toastRules } from '../../ui/notice.js'
import { paginationRules } from '../../ui/pagination.js'
import { centredRules, shellRules } from '../../ui/shell.js'
import { rules, styleSheet } from '../../ui/style-sheet.js'
import { tableRules } from '../../ui/table.js'
import { tabsRules } from '../../ui/tabs.js'
import { timelineRules } from '../../ui/timeline.js'
import { NARROW, RADIUS, TYPE } from '../../ui/tokens.js'

/** Rules of the dashboard alone. */
const ownRules = rules(`
.balance{display:flex;flex-wrap:wrap;align-items:flex-end;justify-content:space-between;gap:12px;padding:16px}
.balance .available{font-size:${TYPE[34]};font-weight:700;line-height:1.2;letter-spacing:-.02em;overflow-wrap:anywhere}
.balance small{color:var(--dim);font-size:${TYPE[15]};font-weight:500;letter-spacing:0}
.balances{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));border-block-start:1px solid var(--line)}
.balances>div{padding:12px 16px}
.balances>div+div{border-inline-start:1px solid var(--line)}
.balances dt{color:var(--dim);font-size:${TYPE[13]}}
.balances dd{font-weight:650;font-size:${TYPE[15]};overflow-wrap:anywhere}
.chart{display:block;inline-size:100%;block-size:auto}
.chart rect{fill:var(--accent)}
.chart .today{opacity:.45}
.chart line{stroke:var(--line)}
.axis{display:flex;justify-content:space-between;color:var(--faint);font-size:${TYPE[12]};padding-block:4px}
.tasks{list-style:none;padding:0;display:grid;gap:16px}
.tasks li{display:grid;grid-template-columns:20px minmax(0,1fr);gap:12px}
.tasks li>.icon{margin-block-start:3px;color:var(--warn)}
.tasks .done>.icon{color:var(--ok)}
.tasks a{font-weight:600;text-decoration:none}
.tasks p{color:var(--dim);font-size:${TYPE[13]}}
.button[aria-pressed=true]{border-color:var(--accent);background:var(--soft);color:var(--tint)}
#paid summary{color:var(--tint);font-weight:550}
#link .button{inline-size:100%}
.card p+.code,.card .code+p{margin-block-start:12px}
.card+.notice,.facts+.notice{margin-block:16px 0}
.facts+p,.card-body>p+p{margin-block-start:12px}
.card+form,.preview+.facts{margin-block-start:16px}
.choices+p{margin-block-end:16px}
.form{max-inline-size:560px}
.form .field:last-of-type{margin-block-end:20px}
.qr{inline-size:180px;block-size:180px;background:#fff;border-radius:${RADIUS.card};padding:4px}
.qr svg{display:block;inline-size:100%;block-size:100%}
.months{display:flex;flex-wrap:wrap;align-items:end;gap:8px}
.months .field{margin:0;min-inline-size:220px}
.share{display:flex;flex-wrap:wrap;gap:20px;align-items:flex-start}
.share>div:last-child{flex:1;min-inline-size:240px;display:grid;gap:12px}
.preview{border:1px solid var(--line);border-radius:${RADIUS.card};padding:16px;display:grid;gap:8px}
.swatch{inline-size:28px;block-size:28px;vertical-align:middle}
.row-form{display:inline}
.row-form .button{padding:2px 6px}
.attempts{display:grid;gap:12px;grid-template-columns:minmax(0,1fr) minmax(0,1fr)}
.attempts>div{display:grid;gap:12px;align-content:start;min-inline-size:0}
@media ${NARROW}{.attempts{grid-template-columns:minmax(0,1fr)}.balances dt{min-block-size:2.6em}}
`)

let style: Inline | undefined
let signInStyle: Inline | undefined
let script: Inline | undefined

export function frameStyle(): Inline {
  style ??= styleSheet(
    shellRules,
    badgeRules,
    buttonRules,
    cardRules,
    codeRules,
    copyRules,
    dialogRules,
    emptyRules,
    factsRules,
    checkboxesRules,
    choicesRules,
    searchRules,
    noticeRules,
    toastRules,
    paginationRules,
    tableRules,
    tabsRules,
    timelineRules,
    ownRules,
  )
  return style
}

/** The style of pages for people who are not signed in. */
export function signInPageStyle(): Inline {
  signInStyle ??= styleSheet(centredRules, buttonRules, codeRules, noticeRules)
  return signInStyle
}

export function frameScript(): Inline {
  script ??= behaviour()
  return script
}
