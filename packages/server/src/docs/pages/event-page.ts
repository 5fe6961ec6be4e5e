import { html } from '../../runtime/html.js'
import type { EventView } from '../events.js'
import type { CodeBlocks } from './code-column.js'
import { FieldList, IN_RESPONSE } from './field-list.js'
import { type PageBody, sayer } from './page-body.js'

/** The page of an event, with its example in the dark column. */
export function eventPage(
  { event, slug, summary, description, fields, example }: EventView,
  blocks: CodeBlocks,
): PageBody {
  const say = sayer(slug)
  return {
    lead: html`<h1>${event}</h1>
<p class="lead"><strong>${summary}.</strong> ${say(description)}</p>`,
    column: blocks.single({ language: 'json', code: example, title: 'Body' }),
    rest: html`<h2 id="fields">Fields</h2>
<p>${say('`data` holds:')}</p>
${new FieldList(say).sets(fields, IN_RESPONSE)}
<p>${say('Its headers, and how to verify it: [Receive webhooks](webhooks.md).')}</p>`,
  }
}
