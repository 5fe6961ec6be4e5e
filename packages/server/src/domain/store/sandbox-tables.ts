import type { SandboxEpoch, SandboxTransfer } from '../sandbox/sandbox-transfer.js'
import type { ChainId } from '../shared/types.js'

export interface SandboxTable {
  latestEpoch(id: ChainId): Promise<SandboxEpoch | undefined>
  insertEpoch(epoch: SandboxEpoch): Promise<void>
  /** False when it stands already. */
  insertTransfer(transfer: SandboxTransfer): Promise<boolean>
  findTransfer(id: ChainId & { txHash: string }): Promise<SandboxTransfer | undefined>
  deleteTransfer(id: ChainId & { txHash: string }): Promise<void>
  insertFork(id: ChainId, firstNumber: number): Promise<void>
  /** How often a branch replaced each of these blocks; blocks that none did are left out. */
  countReplaced(id: ChainId, blocks: { after: number; upTo: number }): Promise<ReadonlyMap<number, number>>
  /** How many branches replaced another at or below that block. */
  countForks(id: ChainId, upTo: number): Promise<number>
  /** Their first blocks, the newest branch first. */
  listNewestForks(id: ChainId, upTo: number, limit: number): Promise<number[]>
  listTransfers(
    id: ChainId,
    blocks: { after: number; upTo: number; limit: number },
  ): Promise<SandboxTransfer[]>
  countTransfers(id: ChainId, blocks: { after: number; upTo: number }): Promise<number>
  /** What came to an address up to that block, 1e-8 USDT. */
  sumPaidTo(id: ChainId & { address: string; upTo: number }): Promise<bigint>
  /** What was paid after that block to addresses that the merchant's orders hold or held, 1e-8 USDT. */
  sumPaid(id: ChainId & { merchantId: string; after: number }): Promise<bigint>
}
