import type { Inline } from '../../ui/inline.js'
import { styleSheet } from '../../ui/style-sheet.js'
import type { Reader } from '../contract.js'
import { choiceRules } from './choice.js'
import { LANGUAGE_CHOICE } from './code-column.js'
import { groupRules } from './group-page.js'
import { guideRules } from './guide-page.js'
import { answerChoice } from './operation-column.js'
import { operationDetailsRules } from './operation-details.js'
import { operationRules } from './operation-page.js'
import { overviewRules } from './overview-page.js'
import { searchPageRules } from './search-page.js'
import { docsShellRules } from './shell-rules.js'
import { tryRules } from './try-page.js'

/** The style sheet of every page. */
export function docsStyle(reader: Reader): Inline {
  const statuses = reader.operations().flatMap(({ responses }) => Object.keys(responses))
  return styleSheet(
    docsShellRules,
    operationRules,
    operationDetailsRules,
    guideRules,
    overviewRules,
    groupRules,
    searchPageRules,
    tryRules,
    choiceRules(LANGUAGE_CHOICE),
    choiceRules(answerChoice([...new Set(statuses)].toSorted())),
  )
}
