import type { Destination } from '../../domain/withdrawals/destination.js'
import { deleteDestinationByOperator } from '../../domain/withdrawals/destination-list.js'
import type { Args } from '../command.js'
import { ENVIRONMENTS, limitOf } from '../listing.js'
import { printLine, printRows, type Row, timeCell } from '../output.js'
import { changeStore, mandateOf, readStore } from '../store-access.js'

/** Lists the destinations of all merchants, newest first. */
export async function list(args: Args): Promise<number> {
  const environment = args.choice('environment', ENVIRONMENTS)
  const filter = { environment, merchantId: args.text('merchant'), limit: limitOf(args) }
  const destinations = await readStore((tx) => tx.destinations.search(filter))
  printRows(destinations.map(rowOf), args.isJson)
  return 0
}

/** Takes an address off a merchant's list. */
export async function remove(args: Args): Promise<number> {
  const id = args.requiredOperand('destination-id')
  const { address, merchantId } = await changeStore((tx, context) =>
    deleteDestinationByOperator(tx, context, id, mandateOf(args)),
  )
  printLine(
    `${address} was removed from the list of merchant ${merchantId}; earlier withdrawals to it do not change`,
  )
  return 0
}

const rowOf = ({ usableAt, createdAt, ...destination }: Destination): Row => ({
  id: destination.id,
  environment: destination.environment,
  merchant_id: destination.merchantId,
  network: destination.network,
  address: destination.address,
  created_at: timeCell(createdAt),
  usable_at: timeCell(usableAt),
  label: destination.label,
})
