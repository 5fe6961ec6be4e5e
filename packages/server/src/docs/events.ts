import { eventSlug } from './addresses.js'
import type { ContractDocument, Reader } from './contract.js'
import type { FieldTables } from './fields.js'
import { code, json, sections, table, textOf } from './text.js'

/** Renders the page of an event, with its fields and its example. */
export function eventPage(reader: Reader, fields: FieldTables, event: string): string {
  const { post } = eventOf(reader, event)
  const body = reader.follow(reader.bodyOf(post) ?? {})
  return sections(
    `# ${event}`,
    `**${post.summary}.** ${post.description.trim()}`,
    '## Fields',
    `${code('data')} holds:`,
    fields.ofObject(body.properties?.data ?? {}),
    '## Example',
    json(body.example),
    'Its headers, and how to verify it: [Receive webhooks](webhooks.md).',
  )
}

/** Renders a list of the events, one heading each. */
export function eventList(reader: Reader): string {
  const events = Object.entries(reader.document.webhooks).map(([event, { post }]) =>
    sections(`### ${event}`, `${post.summary}: [fields and example](${eventSlug(event)}.md).`),
  )
  return sections(...events)
}

function eventOf(reader: Reader, event: string): ContractDocument['webhooks'][string] {
  const found = reader.document.webhooks[event]
  if (!found) throw new Error(`the contract has no event ${event}`)
  return found
}

/** Renders the headers of every event, and the meaning of the receiver's response. */
export function eventHeaders(reader: Reader): string {
  const [first] = Object.values(reader.document.webhooks)
  if (!first) throw new Error('the contract has no webhooks')
  const headers = reader
    .parametersOf(first.post)
    .map(({ name, description }) => [code(name), textOf(description)])
  const answers = reader
    .responsesOf(first.post)
    .map(([status, { description }]) => [status, textOf(description)])
  return sections(
    table(['Header', 'Means'], headers),
    'The receiver responds with:',
    table(['Status', 'Means'], answers),
  )
}
