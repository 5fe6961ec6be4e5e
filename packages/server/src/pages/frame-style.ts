import { badgeRules } from '../ui/badge.js'
import { buttonRules } from '../ui/button.js'
import { cardRules } from '../ui/card.js'
import { checksRules } from '../ui/checks.js'
import { codeRules } from '../ui/code-block.js'
import { copyRules } from '../ui/copy-field.js'
import { dialogRules } from '../ui/dialog.js'
import { emptyRules } from '../ui/empty-state.js'
import { factsRules } from '../ui/facts.js'
import { checkboxesRules, choicesRules, searchRules } from '../ui/fields.js'
import type { Inline } from '../ui/inline.js'
import { noticeRules, toastRules } from '../ui/notice.js'
import { paginationRules } from '../ui/pagination.js'
import { shellRules } from '../ui/shell.js'
import { type Rules, styleSheet } from '../ui/style-sheet.js'
import { tableRules } from '../ui/table.js'
import { tabsRules } from '../ui/tabs.js'
import { timelineRules } from '../ui/timeline.js'
import { freshRules } from './polls.js'
import { savedFilterRules } from './saved-filters.js'

/**
 * Makes the style sheet of all pages of an area, so that its text is hashed once. The rules of the shell come last but one,
 * because those for fingers override the sizes of buttons and tabs.
 *
 * @param components of this area alone
 */
export const frameStyle = (components: readonly Rules[], own: Rules): Inline =>
  styleSheet(
    ...[
      badgeRules,
      buttonRules,
      cardRules,
      codeRules,
      copyRules,
      dialogRules,
      emptyRules,
      factsRules,
      freshRules,
    ],
    ...[
      checkboxesRules,
      checksRules,
      choicesRules,
      searchRules,
      ...components,
      savedFilterRules,
      noticeRules,
      toastRules,
    ],
    ...[paginationRules, tableRules, tabsRules, timelineRules, shellRules, own],
  )
