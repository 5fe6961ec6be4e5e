/** Checks of a transaction before it enters the pool and again before it enters a block. Each throws a TransactionRejected. */

import { isAddress, toBase58 } from '../encoding/bytes.js'
import type { ContractValue, Transaction } from '../encoding/transaction-codec.js'
import { isDelegation } from '../execution/delegations.js'
import { callValueOf, opensNewAccount, type Workspace } from '../execution/execution.js'
import { createAccountFee, maxExpirationMs, maxFeeLimit, maxTransactionBytes } from '../settings.js'
import { type Block, blockReference } from './block.js'
import { checkDelegation } from './delegation-checks.js'
import { invalid, TransactionRejected } from './rejection.js'

/** Checks reference block, size and expiration against the head of the chain. */
export function checkPlacement(transaction: Transaction, blocks: readonly Block[]): void {
  const head = blocks.at(-1)
  if (head === undefined) throw new Error('a chain has a block 0')
  const { ref_block_bytes, ref_block_hash, expiration } = transaction.rawData
  const wanted = Number.parseInt(ref_block_bytes, 16)
  const number = head.number - ((head.number - wanted + 0x10000) % 0x10000)
  const block = blocks[number]
  if (block === undefined || blockReference(block).ref_block_hash !== ref_block_hash) {
    throw new TransactionRejected('TAPOS_ERROR', 'Tapos check error.')
  }
  if (transaction.size > maxTransactionBytes) {
    throw new TransactionRejected('TOO_BIG_TRANSACTION_ERROR', 'Transaction size is too big.')
  }
  if (expiration <= head.timestamp || expiration > head.timestamp + maxExpirationMs) {
    throw new TransactionRejected('TRANSACTION_EXPIRATION_ERROR', 'Transaction expired')
  }
}

/** Checks the rules of the transaction's contract type in the state that it will run in. */
export async function checkContract(transaction: Transaction, space: Workspace): Promise<void> {
  const { value } = transaction
  if (!isAddress(value.owner_address)) throw invalid('Invalid ownerAddress!')
  if (transaction.type === 'TransferContract' || transaction.type === 'TransferAssetContract')
    return checkTransfer(transaction, space)
  if (!(await space.machine.hasAccount(value.owner_address))) {
    throw invalid(`account [${toBase58(value.owner_address)}] does not exist`)
  }
  if (isDelegation(transaction)) return checkDelegation(transaction, space)
  const feeLimit = transaction.rawData.fee_limit ?? 0
  if (feeLimit < 0 || feeLimit > maxFeeLimit) throw invalid(`feeLimit must be >= 0 and <= ${maxFeeLimit}`)
  if (transaction.type === 'TriggerSmartContract') checkTarget(value, space)
  if (transaction.type === 'CreateSmartContract') checkCreation(value)
  if ((await space.machine.balance(value.owner_address)) < BigInt(callValueOf(value))) {
    throw invalid('Validate InternalTransfer error, balance is not sufficient.')
  }
}

async function checkTransfer(transaction: Transaction, { machine, contracts }: Workspace): Promise<void> {
  const { owner_address: from, to_address: to, amount = 0 } = transaction.value
  if (!isAddress(to)) throw invalid('Invalid toAddress!')
  if (from === to) throw invalid('Cannot transfer TRX to yourself.')
  if (!(await machine.hasAccount(from))) throw invalid('Validate TransferContract error, no OwnerAccount.')
  if (amount <= 0) throw invalid('Amount must be greater than 0.')
  if (contracts.has(to)) throw invalid('Cannot transfer TRX to a smartContract.')
  const fee = (await opensNewAccount(transaction, machine)) ? createAccountFee : 0
  // Balances of TRC10 assets are not kept: every account can send any amount.
  const coins = transaction.type === 'TransferContract' ? amount : 0
  if ((await machine.balance(from)) < BigInt(coins + fee)) {
    throw invalid('Validate TransferContract error, balance is not sufficient.')
  }
}

function checkTarget(value: ContractValue, { contracts }: Workspace): void {
  if (!contracts.has(value.contract_address ?? '')) {
    throw invalid('No contract or not a valid smart contract')
  }
}

function checkCreation({ owner_address, new_contract }: ContractValue): void {
  if (new_contract?.origin_address !== owner_address)
    throw invalid('OwnerAddress is not equals OriginAddress')
  const percent = new_contract.consume_user_resource_percent ?? 0
  if (percent < 0 || percent > 100) throw invalid('percent must be >= 0 and <= 100')
}
