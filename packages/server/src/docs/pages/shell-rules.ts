import { baseRules, touchRules } from '../../ui/base.js'
import { brandRules } from '../../ui/brand.js'
import { searchRules } from '../../ui/fields.js'
import { iconRules } from '../../ui/icons.js'
import { toastRules } from '../../ui/notice.js'
import { skipRules } from '../../ui/shell.js'
import { rules } from '../../ui/style-sheet.js'
import { NARROW, RADIUS, TYPE } from '../../ui/tokens.js'
import { menuRules } from './menu-list.js'

/** Below this width the dark column is part of the text. */
const TWO_COLUMNS = '(max-width:1099.98px)'

export const docsShellRules = rules(
  `
:root{background:var(--card);font-size:100%;scroll-padding-block-start:76px}
.bar{position:sticky;inset-block-start:0;z-index:3;display:grid;grid-template-columns:264px minmax(0,380px) 1fr;gap:0 28px;align-items:center;min-block-size:60px;border-block-end:1px solid var(--line);background:var(--card)}
.bar .brand{display:flex;align-items:center;gap:10px;padding-inline-start:28px;min-block-size:44px;color:inherit;text-decoration:none;font-size:${TYPE[15]}}
.bar .brand strong{font-weight:650}
.bar .brand span{color:var(--dim)}
.bar nav{display:flex;justify-content:flex-end;gap:24px;padding-inline-end:28px;font-size:${TYPE[14]};font-weight:550}
.bar nav a{display:flex;align-items:center;min-block-size:44px;color:var(--dim);text-decoration:none;white-space:nowrap}
.bar nav :is(a:hover,[aria-current]){color:var(--text)}
.bar .tools{display:none}
.docs{display:grid;grid-template-columns:264px minmax(0,1fr);max-inline-size:1480px}
.side{position:sticky;inset-block-start:61px;block-size:calc(100vh - 61px);overflow-y:auto;padding:20px 14px 28px 18px;scrollbar-width:thin;border-inline-end:1px solid var(--line)}
.where{display:none}
main{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,432px);grid-template-rows:auto 1fr;gap:0 44px;padding:34px 32px 44px 44px;font-size:${TYPE[15]};line-height:1.6}
.lead-part,.rest{grid-column:1;min-inline-size:0;max-inline-size:760px}
.column{grid-area:1/2/span 2;min-inline-size:0}
.column>div{position:sticky;inset-block-start:80px;max-block-size:calc(100vh - 96px);overflow-y:auto;scrollbar-width:none;border-radius:${RADIUS.card}}
.alone{grid-template-columns:minmax(0,1fr)}
.foot{grid-column:1;margin-block-start:44px;padding-block-start:16px;border-block-start:1px solid var(--line);color:var(--faint);font-size:${TYPE[13]}}
.path{display:flex;align-items:center;gap:6px;margin-block-end:4px;color:var(--faint);font-size:${TYPE[13]}}
.path a{color:var(--dim);text-decoration:none}
.path a:hover{text-decoration:underline}
h1{font-size:${TYPE[30]};font-weight:680;letter-spacing:-.02em;line-height:1.2;overflow-wrap:anywhere}
h2{margin-block:36px 12px;font-size:${TYPE[18]}}
h3{margin-block:24px 8px;font-size:${TYPE[15]}}
main :is(p,ul,ol){color:var(--dim)}
main :is(strong,h1,h2,h3){color:var(--text)}
.fields .head code{color:var(--text)}
main>*>p,article>p{margin-block:12px}
.lead{font-size:${TYPE[16]}}
main :is(ul,ol){padding-inline-start:24px}
main li{margin-block:4px}
main code{padding:.1em .35em;border-radius:5px;background:var(--sunk);overflow-wrap:anywhere}
main pre code,.request-line code{padding:0;background:none;overflow-wrap:normal}
@media ${TWO_COLUMNS}{
.bar{gap:0 16px}
.bar nav{gap:16px;padding-inline-end:16px}
main{display:block;padding:28px 28px 44px}
.column>div{position:static;max-block-size:none}
.column{margin-block-start:24px}
.lead-part,.rest{max-inline-size:820px}
}
@media ${NARROW}{
.bar{grid-template-columns:1fr auto;gap:8px;padding-inline:16px;position:static}
.bar .brand{padding:0}
.bar form,.bar nav{display:none}
.bar .tools{display:flex;gap:8px}
.bar .tools a{display:inline-grid;place-items:center;inline-size:44px;block-size:44px;border:1px solid var(--edge);border-radius:${RADIUS.field};color:var(--dim)}
.docs{display:block}
.side{display:none}
.where{display:block;border-block-end:1px solid var(--line);background:var(--bg)}
.where>summary{display:flex;align-items:center;justify-content:space-between;gap:12px;padding:10px 16px;color:var(--dim);font-size:${TYPE[14]};font-weight:600;cursor:pointer;list-style:none}
.where>summary::-webkit-details-marker{display:none}
.where .menu{padding:4px 6px 16px}
.where .links{border-block-start:1px solid var(--line)}
main{padding:24px 16px 44px}
h1{font-size:1.625rem}
}
@media print{.bar,.side,.where,.foot,.skip{display:none}.docs{display:block}}
`,
  baseRules,
  iconRules,
  skipRules,
  brandRules,
  searchRules,
  menuRules,
  toastRules,
  touchRules,
)
