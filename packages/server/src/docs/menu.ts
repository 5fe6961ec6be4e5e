import { eventSlug, groupSlug, groupTitle, operationSlug } from './addresses.js'
import type { Operation, Reader } from './contract.js'
import { methodOf } from './operation-view.js'

/** A link of the menu. */
export interface MenuLink {
  readonly slug: string
  readonly title: string
  /** `GET`, or `SSE` for an event stream. */
  readonly method?: string
}
/** A part of the menu that can be folded. */
export interface MenuFolder {
  readonly title: string
  /** The page that lists its links. */
  readonly slug: string
  readonly links: readonly MenuLink[]
}
export interface MenuGroup {
  readonly title: string
  readonly links: readonly MenuLink[]
  readonly folders: readonly MenuFolder[]
}

const GET_STARTED: readonly MenuLink[] = [
  { slug: '', title: 'Overview' },
  { slug: 'authentication', title: 'Authentication' },
  { slug: 'webhooks', title: 'Receive webhooks' },
  { slug: 'carts', title: 'Carts and orders' },
  { slug: 'sell-by-link', title: 'Sell by link' },
  { slug: 'refunds', title: 'Refunds' },
  { slug: 'testing', title: 'Testing' },
  { slug: 'security', title: 'Security' },
  { slug: 'pitfalls', title: 'Pitfalls' },
  { slug: 'going-live', title: 'Going live' },
]
const TOOLS: readonly MenuLink[] = [
  { slug: 'sdk', title: 'SDK' },
  { slug: 'command-line', title: 'Command line' },
  { slug: 'openapi-clients', title: 'OpenAPI clients' },
  { slug: 'dashboard', title: 'Dashboard' },
]
const LOOK_UP: readonly MenuLink[] = [
  { slug: 'errors', title: 'Errors' },
  { slug: 'statuses', title: 'Statuses' },
  { slug: 'limits', title: 'Limits and retries' },
  { slug: 'fees-and-times', title: 'Fees and times' },
  { slug: 'objects', title: 'Objects' },
  { slug: 'versioning', title: 'Versions and changes' },
]
const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']

/** Builds the menu of the reference: guides, operations by tag, events. */
export function menuOf(reader: Reader): MenuGroup[] {
  const { tags, webhooks } = reader.document
  const events = Object.keys(webhooks).map((event) => ({ slug: eventSlug(event), title: event }))
  const count = NUMBERS[events.length] ?? `${events.length}`
  return [
    { title: 'Get started', links: GET_STARTED, folders: [] },
    { title: 'Tools', links: TOOLS, folders: [] },
    { title: 'Look up', links: LOOK_UP, folders: [] },
    { title: 'Operations', links: [], folders: tags.map(({ name }) => folderOf(reader, name)) },
    {
      title: 'Events',
      links: [],
      folders: [{ title: `${count} webhooks`, slug: 'webhooks#the-events', links: events }],
    },
  ]
}

function folderOf(reader: Reader, tag: string): MenuFolder {
  const operations = reader.operations().filter(({ tags }) => tags.includes(tag))
  return { title: groupTitle(tag), slug: groupSlug(tag), links: operations.map(linkOf) }
}

const linkOf = (operation: Operation): MenuLink => ({
  slug: operationSlug(operation),
  title: operation.summary,
  method: methodOf(operation),
})
