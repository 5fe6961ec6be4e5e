import { KEY_SCOPES, type KeyScope, scopesIn } from '../../domain/shared/key-scope.js'
import { OperatorError } from '../../domain/shared/operator-error.js'
import type { Html } from '../../runtime/html.js'
import { checkboxes } from '../../ui/fields.js'
import type { Visit } from '../visit.js'

const NAME = 'scope'

/** Checkboxes of scopes, as they were sent before, else with the given ones chosen. */
export function scopeBoxes(visit: Visit, given: readonly KeyScope[]): Html {
  const chosen: readonly string[] = visit.request.form?.getAll(NAME) ?? given
  const boxes = KEY_SCOPES.map((value) => ({ value, title: value, isChecked: chosen.includes(value) }))
  return checkboxes(NAME, 'Scopes', boxes)
}

/** The scopes that a form chooses. @throws OperatorError for none */
export function chosenScopes(visit: Visit): KeyScope[] {
  const scopes = scopesIn(visit.request.form?.getAll(NAME) ?? [])
  if (scopes.length === 0) throw new OperatorError('choose at least one scope')
  return scopes
}
