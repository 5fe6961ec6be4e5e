import { fieldRules } from '../ui/fields.js'
import { rules } from '../ui/style-sheet.js'
import { TYPE } from '../ui/tokens.js'

/** The form that asks for an address for a refund. Few pages have it, so that the others stay small. */
export const refundRules = rules(
  `
@media print{.refund{display:none}}
.refund{border-block-start:1px solid var(--line);font-size:${TYPE[14]}}
.refund summary{color:var(--mark,var(--tint));font-weight:550;padding-block:12px}
.refund .frame input{min-block-size:44px}
.refund>*+*{margin-block-start:8px}
.refund ul{padding-inline-start:20px}
`,
  fieldRules,
)
