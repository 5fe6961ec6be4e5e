import { ALL_CHAINS } from '../../domain/shared/types.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { Args } from '../command.js'
import { ENVIRONMENTS } from '../listing.js'
import { printRows, type Row, timeCell } from '../output.js'
import { readStore } from '../store-access.js'

/** Lists what operators have stopped: payouts and new orders of networks, and payouts of merchants. */
export async function list(args: Args): Promise<number> {
  printRows(await readStore(readStops), args.isJson)
  return 0
}

async function readStops(tx: Tx): Promise<Row[]> {
  const rows: Row[] = []
  for (const id of ALL_CHAINS)
    for (const { kind, sinceAt, reason } of await tx.chainConditions.list(id))
      if (kind === 'payouts_stopped' || kind === 'orders_paused')
        rows.push({
          environment: id.environment,
          stopped: kind === 'payouts_stopped' ? 'payouts' : 'orders',
          of: id.network,
          since: timeCell(sinceAt),
          reason,
        })
  for (const environment of ENVIRONMENTS)
    for (const { merchantId, sinceAt, reason } of await tx.payoutStops.list(environment))
      rows.push({ environment, stopped: 'payouts', of: merchantId, since: timeCell(sinceAt), reason })
  return rows
}
