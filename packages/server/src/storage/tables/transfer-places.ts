import type { TransferPlace } from '../../domain/chain-tables.js'

/** Rows after a place, in chain order. */
export const AFTER_PLACE = 'AND (block_number, log_index, tx_hash) > (?, ?, ?)'

export const placeOf = ({ block, logIndex, txHash }: TransferPlace) =>
  [block.number, logIndex, txHash] as const
