import { postForm } from '../../pages/parts.js'
import { type Html, html } from '../../runtime/html.js'
import { button } from '../../ui/button.js'
import { field } from '../../ui/fields.js'
import type { Visit } from '../visit.js'

/** The form of a new link with the fewest fields, for the home page. */
export const quickLink = (visit: Visit): Html =>
  postForm(
    visit,
    '/links/new',
    html`${field({
      name: 'amount',
      label: visit.text('amount'),
      unit: 'USDT',
      attributes: { required: true, inputmode: 'decimal', autocomplete: 'off', dir: 'ltr' },
    })}${field({
      name: 'description',
      label: visit.text('for'),
      attributes: { maxlength: 500, autocomplete: 'off', dir: 'auto' },
    })}${button({ text: visit.plain('create_link'), kind: 'primary', icon: 'link' })}`,
  )
