import { findableMembers } from '@merchantpay/core/metadata-members'
import type { Order } from './order.js'

/** Words of a search; it leaves out further ones. */
const MOST_SEARCHED = 10

/** The words by which searches find a new order: those of its texts and of the findable values of its metadata. */
export function wordsOf({ description, remark, metadata }: Order): string[] {
  const values = findableMembers(JSON.parse(metadata)).map(({ value }) => value)
  return wordsIn([description, remark, ...values].join(' '))
}

/** The words that a search looks for. */
export const searchedWords = (text: string): string[] => wordsIn(text).slice(0, MOST_SEARCHED)

/** Splits a text into its different words, in small letters and without accents. */
export function wordsIn(text: string): string[] {
  const plain = text.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '').normalize('NFKC')
  return [...new Set(plain.match(/[\p{L}\p{N}]+/gu))]
}
