import { PERSON_ROLES, type PersonRole } from '../../domain/shared/person-role.js'
import { RefusedForm } from '../../pages/refusal.js'
import type { Html } from '../../runtime/html.js'
import { choices } from '../../ui/fields.js'
import type { Visit } from '../visit.js'

/** @param role is chosen until another one is */
export function roleChoices(visit: Visit, role: PersonRole): Html {
  const chosen = visit.field('role') || role
  return choices(
    'role',
    visit.text('role'),
    PERSON_ROLES.map((each) => ({
      value: each,
      title: visit.text(`role_${each}`),
      text: visit.text(`rights_${each}`),
      isChosen: each === chosen,
    })),
  )
}

/** Reads the role that a form has chosen. @throws RefusedForm without one */
export function chosenRole(visit: Visit): PersonRole {
  const role = PERSON_ROLES.find((each) => each === visit.field('role'))
  if (!role) throw new RefusedForm({ status: 422, text: visit.text('error_other'), param: 'role' })
  return role
}
