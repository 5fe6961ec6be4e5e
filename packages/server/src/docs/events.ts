import type { Reader } from './contract.js'
import type { FieldTables } from './fields.js'
import { code, json, sections, table, textOf } from './text.js'

/** The events as the contract's `webhooks` tell them: one section each, with its fields and its example. */
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

/** The headers that every event carries, and what the receiver's answer means. */
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
    'What the receiver answers:',
    table(['Status', 'Means'], answers),
  )
}
