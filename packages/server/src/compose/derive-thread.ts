import { parentPort } from 'node:worker_threads'
import { type AddressBook, createAddressBook } from '../chain/wallet/address-book.js'
import type { AddressRange } from '../chain/wallet/derive-ahead.js'

const books = new Map<string, AddressBook>()

function bookOf({ network, xpub }: AddressRange): AddressBook {
  const key = `${network} ${xpub}`
  const book = books.get(key) ?? createAddressBook(network, xpub)
  books.set(key, book)
  return book
}

parentPort?.on('message', (range: AddressRange) => {
  const book = bookOf(range)
  parentPort?.postMessage(Array.from({ length: range.count }, (_, at) => book.derive(range.from + at)))
})
