import type { ClockState } from '../sandbox/business-clock.js'
import type { SandboxEpoch, SandboxTransfer } from '../sandbox/sandbox-transfer.js'
import type { ChainId } from '../shared/types.js'

/** The business time of a developer's server, in one row. */
export interface SandboxClockTable {
  find(): Promise<ClockState | undefined>
  save(state: ClockState): Promise<void>
}

export interface SandboxTable {
  latestEpoch(id: ChainId): Promise<SandboxEpoch | undefined>
  insertEpoch(epoch: SandboxEpoch): Promise<void>
  /** Inserts a transfer. @returns false if it exists */
  insertTransfer(transfer: SandboxTransfer): Promise<boolean>
  findTransfer(id: ChainId & { txHash: string }): Promise<SandboxTransfer | undefined>
  deleteTransfer(id: ChainId & { txHash: string }): Promise<void>
  insertFork(id: ChainId, firstNumber: number): Promise<void>
  /** Counts the replacements of each block in a range, without blocks that were never replaced. */
  countReplaced(id: ChainId, blocks: { after: number; upTo: number }): Promise<ReadonlyMap<number, number>>
  /** Counts the forks at or below a block. */
  countForks(id: ChainId, upTo: number): Promise<number>
  /** Lists the first blocks of the forks, newest fork first. */
  listNewestForks(id: ChainId, upTo: number, limit: number): Promise<number[]>
  listTransfers(
    id: ChainId,
    blocks: { after: number; upTo: number; limit: number },
  ): Promise<SandboxTransfer[]>
  countTransfers(id: ChainId, blocks: { after: number; upTo: number }): Promise<number>
  /** Sums the payments to an address up to a block, 1e-8 USDT. */
  sumPaidTo(id: ChainId & { address: string; upTo: number }): Promise<bigint>
  /** Sums the payments after a block to addresses of the merchant, 1e-8 USDT. */
  sumPaid(id: ChainId & { merchantId: string; after: number }): Promise<bigint>
}
