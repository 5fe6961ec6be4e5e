import { readConfig } from '../../config/config.js'
import { confirmationsOf } from '../../config/served-networks.js'
import { add, formatUsdt, usdt, ZERO } from '../../domain/shared/money.js'
import { OperatorError } from '../../domain/shared/operator-error.js'
import type { ChainId } from '../../domain/shared/types.js'
import { type Holding, readHoldings } from '../../domain/sweeps/selection.js'
import { NETWORKS } from '../../networks/networks.js'
import { systemClock } from '../../runtime/clock.js'
import type { Args } from '../command.js'
import { ENVIRONMENTS, limitOf } from '../listing.js'
import { printNote, printRows, timeCell } from '../output.js'
import { readStore } from '../store-access.js'

/** Lists the receiving addresses of a network, newest first, each with its merchant and its current or last order. */
export async function list(args: Args): Promise<number> {
  const query = {
    environment: args.requiredChoice('environment', ENVIRONMENTS),
    network: args.requiredChoice('network', NETWORKS),
    limit: limitOf(args),
  }
  if (args.flag('sweepable')) return listSweepable(args, query)
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

/** Addresses of one transaction. */
const CHUNK = 256
/** As old as payments are that `sweeps plan` selects by default. */
const AGE_MS = 24 * 3_600_000

/** Lists the addresses with money by the ledger, the largest amount first, and prints the sum of all of them. */
async function listSweepable(args: Args, { limit, ...id }: ChainId & { limit: number }): Promise<number> {
  const depth = confirmationsOf(readConfig(), id)
  const holdings: Holding[] = []
  for (let after: number | undefined = 0; after !== undefined; ) {
    const from: number = after
    const read = await readStore(async (tx) => {
      const cursor = await tx.cursors.find(id)
      if (!cursor) throw new OperatorError(`${id.environment}/${id.network} was never followed`)
      const newestBlock = cursor.block.number
      const blocks = { finalBlock: newestBlock - depth + 1, newestBlock }
      const rules = { ...blocks, before: systemClock.real() - AGE_MS, minimum: usdt(1n) }
      return readHoldings(tx, id, { after: from, limit: CHUNK }, rules)
    })
    holdings.push(...read.holdings)
    after = read.last
  }
  holdings.sort((one, other) => (one.amount > other.amount ? -1 : 1))
  const rows = holdings.slice(0, limit).map(({ index, address, amount, leftOut }) => ({
    ...{ index, address, amount: formatUsdt(amount) },
    left_out: leftOut ?? null,
  }))
  printRows(rows, args.isJson)
  const sum = holdings.reduce((total, { amount }) => add(total, amount), ZERO)
  printNote(`${formatUsdt(sum)} USDT at ${holdings.length} addresses`)
  return 0
}
