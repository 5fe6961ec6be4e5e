import { NETWORKS } from '../../networks/networks.js'
import type { Args } from '../command.js'
import { ENVIRONMENTS, limitOf } from '../listing.js'
import { printRows, timeCell } from '../output.js'
import { readStore } from '../store-access.js'

/** Lists the receiving addresses of a network, newest first, each with its merchant and its current or last order. */
export async function list(args: Args): Promise<number> {
  const query = {
    environment: args.requiredChoice('environment', ENVIRONMENTS),
    network: args.requiredChoice('network', NETWORKS),
    limit: limitOf(args),
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
  printRows(rows, args.isJson)
  return 0
}
