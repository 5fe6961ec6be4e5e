import { readStore } from './store-access.js'
import type { Args } from './command.js'
import { ENVIRONMENTS, limitOf, NETWORKS } from './listing.js'
import { printRows, timeCell } from './output.js'

/** Receiving addresses of a network, the newest first, each with its merchant and the order that has or had it. */
export async function list(given: Args): Promise<number> {
  const query = {
    environment: given.requiredChoice('environment', ENVIRONMENTS),
    network: given.requiredChoice('network', NETWORKS),
    limit: limitOf(given),
  }
  const addresses = await readStore((tx) => tx.addresses.list(query))
  const rows = addresses.map(({ id, address, index, merchantId, orderId, freeAt }) => ({
    index,
    address,
    merchant_id: merchantId,
    order_id: orderId,
    free_at: timeCell(freeAt),
    id,
  }))
  printRows(rows, given.isJson)
  return 0
}
