import type { Operation } from './contract.js'

/** Titles that differ from the tag: the guide `webhooks` describes the events, this group the operations. */
const TITLES: Readonly<Record<string, string>> = { Webhooks: 'Webhook endpoints' }

export const groupTitle = (tag: string): string => TITLES[tag] ?? tag

/** Returns the address of a group of operations below `/docs/`: `webhook-endpoints`. */
export const groupSlug = (tag: string): string => groupTitle(tag).toLowerCase().replaceAll(' ', '-')

/** Returns the address of an operation below `/docs/`: its id, without the words of its tag: `orders/create`. */
export function operationSlug({ operationId, tags: [tag = ''] }: Operation): string {
  const ofTag = new Set(tag.toLowerCase().split(' ').map(singular))
  const words = operationId
    .split(/(?=[A-Z])/)
    .map((word) => word.toLowerCase())
    .filter((word) => !ofTag.has(singular(word)))
  return `${groupSlug(tag)}/${words.join('-')}`
}

/** Returns the address of an event below `/docs/`. */
export const eventSlug = (event: string): string => `events/${event}`

const singular = (word: string): string => word.replace(/s$/, '')
