import { formField } from '../../pages/parts.js'
import type { Html } from '../../runtime/html.js'
import type { Visit } from '../visit.js'

/** A value of the form, or of the link that leads back to it from the review. */
export const entered = (visit: Visit, name: string): string | undefined =>
  visit.field(name) || visit.query(name)

/** The note of a withdrawal or a refund. */
export const noteField = (visit: Visit): Html =>
  formField(
    visit,
    {
      name: 'note',
      label: visit.text('note'),
      note: visit.text('optional'),
      value: entered(visit, 'note') ?? '',
      attributes: { maxlength: 500, autocomplete: 'off', dir: 'auto' },
    },
    'description',
  )
