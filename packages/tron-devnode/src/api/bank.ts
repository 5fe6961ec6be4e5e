/** Signs the faucet's transfers with the bank's public key. */
import { utils } from 'tronweb'
import { blockReference } from '../chain/block.js'
import { fromHex } from '../encoding/bytes.js'
import { encodeRawData, type Transaction, transactionOf } from '../encoding/transaction-codec.js'
import { bankAddress, bankKey } from '../settings.js'
import type { ApiContext } from './handler.js'

const lifetimeMs = 3_600_000
let lastTimestamp = 0

/** A transfer of `sun` from the bank to `address`, signed. */
export function signTransfer(address: string, sun: number, { chain, clock }: ApiContext): Transaction {
  // Two equal transfers in one millisecond would be one transaction.
  lastTimestamp = Math.max(lastTimestamp + 1, clock())
  const value = { owner_address: bankAddress, to_address: address, amount: sun }
  const type_url = 'type.googleapis.com/protocol.TransferContract'
  const rawHex = encodeRawData({
    contract: [{ parameter: { value, type_url }, type: 'TransferContract' }],
    ...blockReference(chain.head),
    expiration: chain.head.timestamp + lifetimeMs,
    timestamp: lastTimestamp,
  })
  const { id } = transactionOf(rawHex, [])
  const signature = utils.crypto.ECKeySign(fromHex(id), fromHex(bankKey))
  return transactionOf(rawHex, [signature.replace(/^0x/, '').toLowerCase()])
}
