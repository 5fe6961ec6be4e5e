import type { Reader } from './contract.js'
import type { FieldTables } from './fields.js'
import { code, json, sections, table, textOf } from './text.js'

/** Renders one section per event of the contract's `webhooks`, with its fields and its example. */
export function eventSections(reader: Reader, fields: FieldTables): string {
  const events = Object.entries(reader.document.webhooks).map(([event, { post }]) => {
    const body = reader.follow(reader.bodyOf(post) ?? {})
    const data = body.properties?.data ?? {}
    return sections(
      `### ${event}`,
      `**${post.summary}.** ${post.description.trim()}`,
      `${code('data')} holds:`,
      fields.ofObject(data),
      json(body.example),
    )
  })
  return events.join('\n\n')
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
