import { hash } from 'node:crypto'
import type { LinkVisitor } from '../store/link-tables.js'
import type { LinkBrowser } from './link-pages.js'

/** Returns what is stored of a browser: digests that differ from link to link. */
export const visitorOf = (linkId: string, { visitor, address }: LinkBrowser): LinkVisitor => ({
  visitor: digestOf(linkId, visitor),
  address: digestOf(linkId, address),
})

export const digestOf = (linkId: string, text: string): string => hash('sha256', `${linkId} ${text}`, 'hex')
