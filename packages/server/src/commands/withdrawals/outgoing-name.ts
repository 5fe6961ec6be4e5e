import type { NamedTransfer } from '../../domain/recovery/outgoing-transfers.js'
import { UsageError } from '../command.js'

/** Reads `<tx hash>`, or `<tx hash>/<log index>` for one of several transfers. @throws UsageError */
export function readOutgoing(text: string): NamedTransfer {
  const [, txHash, logIndex] = /^([^/\s]+)(?:\/([0-9]{1,9}))?$/.exec(text) ?? []
  if (txHash === undefined) throw new UsageError('a transaction is <tx hash>, or <tx hash>/<log index>')
  return { txHash: txHash.toLowerCase(), logIndex: logIndex === undefined ? undefined : Number(logIndex) }
}
