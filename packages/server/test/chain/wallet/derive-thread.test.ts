import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { createAddressBook } from '../../../src/chain/wallet/address-book.js'
import { descriptionOf, NETWORKS } from '../../../src/networks/networks.js'
import { CLI } from '../../support/server/cli.js'

it('derives the same addresses in a thread, on every network', async () => {
  const thread = new Worker(join(dirname(CLI), 'derive-thread.js'))
  try {
    for (const network of NETWORKS) {
      const { sandboxXpub: xpub } = descriptionOf(network)
      thread.postMessage({ network, xpub, from: 7, count: 3 })
      const [addresses] = await once(thread, 'message')
      const book = createAddressBook(network, xpub)
      expect(addresses).toEqual([7, 8, 9].map((index) => book.derive(index)))
    }
  } finally {
    await thread.terminate()
  }
})
