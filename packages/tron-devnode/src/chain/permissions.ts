/** Permissions of accounts: the keys that sign for an account besides its own, each for some types of transactions. */
import { toBase58 } from '../encoding/bytes.js'
import { contractTypes, signerOf, type Transaction } from '../encoding/transaction-codec.js'
import { TransactionRejected } from './rejection.js'

/** An active permission of an account with one key. */
export interface Permission {
  id: number
  /** Address of the key. */
  key: string
  /** 32 bytes in hex: a bit for each type of transaction that the key may sign. */
  operations: string
}

const operationBytes = 32

export function operationsOf(types: readonly number[]): string {
  const bytes = Buffer.alloc(operationBytes)
  for (const type of types) {
    const at = Math.floor(type / 8)
    bytes.writeUInt8(bytes.readUInt8(at) | (1 << (type % 8)), at)
  }
  return bytes.toString('hex')
}

function isAllowed({ operations }: Permission, { type }: Transaction): boolean {
  const number = Number(Object.entries(contractTypes).find(([, name]) => name === type)?.[0])
  const byte = Buffer.from(operations, 'hex').readUInt8(Math.floor(number / 8))
  return (byte & (1 << (number % 8))) !== 0
}

/** @throws TransactionRejected unless the owner, or a key with a permission for it, signed the transaction */
export function checkSignature(
  transaction: Transaction,
  permissions: ReadonlyMap<string, readonly Permission[]>,
): void {
  const owner = transaction.value.owner_address
  const signer = signerOf(transaction)
  if (signer === undefined) throw sigError('miss sig or contract')
  const id = transaction.rawData.contract[0]?.Permission_id ?? 0
  if (id === 0) {
    if (signer === owner && transaction.signatures.length === 1) return
    throw notContained(transaction, signer)
  }
  const permission = permissions.get(owner)?.find((each) => each.id === id)
  if (permission === undefined) throw sigError("permission isn't exit")
  if (!isAllowed(permission, transaction)) throw sigError('Permission denied')
  if (signer !== permission.key || transaction.signatures.length !== 1)
    throw notContained(transaction, signer)
}

const sigError = (why: string) => new TransactionRejected('SIGERROR', `Validate signature error: ${why}`)

const notContained = ({ signatures }: Transaction, signer: string) =>
  sigError(`${signatures[0]} is signed by ${toBase58(signer)} but it is not contained of permission.`)
