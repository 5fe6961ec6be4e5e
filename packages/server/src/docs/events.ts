import { eventSlug } from './addresses.js'
import type { Reader } from './contract.js'
import { objectTables } from './field-tables.js'
import type { FieldSet, Fields } from './fields.js'
import { code, fence, sections, table, textOf } from './text.js'

/** The content of the page of an event. Its texts are Markdown, with links relative to `/docs/`. */
export interface EventView {
  readonly event: string
  readonly slug: string
  readonly summary: string
  readonly description: string
  /** Of its `data`. */
  readonly fields: readonly FieldSet[]
  /** In JSON. */
  readonly example: string
}

/** Puts together what the pages of the events show. */
export function eventViews(reader: Reader, fields: Fields): EventView[] {
  return Object.entries(reader.document.webhooks).map(([event, { post }]) => {
    const body = reader.follow(reader.bodyOf(post) ?? {})
    return {
      event,
      slug: eventSlug(event),
      summary: post.summary,
      description: textOf(post.description),
      fields: fields.ofObject(body.properties?.data ?? {}),
      example: JSON.stringify(body.example, null, 2),
    }
  })
}

/** Renders the page of an event. */
export function eventMarkdown({ event, summary, description, fields, example }: EventView): string {
  return sections(
    `# ${event}`,
    `**${summary}.** ${description}`,
    '## Fields',
    `${code('data')} holds:`,
    objectTables(fields),
    '## Body',
    fence('json', example),
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
