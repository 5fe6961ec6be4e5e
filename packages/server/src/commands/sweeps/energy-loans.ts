import type { Loan, StakingAccount } from '../../domain/chain/staking-account.js'
import type { SweepNetwork } from '../../domain/chain/sweep-network.js'
import type { EnergyTerms } from '../../domain/chain/sweep-terms.js'

/** Reads of the same energy before an address spends it: two nodes behind one URL may differ. */
const READS = 2

interface EnergyLoansOptions {
  readonly sweeps: SweepNetwork
  readonly account: StakingAccount
  readonly terms: EnergyTerms
  readonly note: (why: string) => void
  readonly signal: AbortSignal
}

/**
 * Lends the energy of a staking account to addresses and takes it back. The chain says what is lent, so that a run
 * also takes back what one before it left out.
 */
export class EnergyLoans {
  /** Addresses that have, or may soon have, something of the stake. */
  private readonly lent = new Set<string>()
  /** The last transaction of an address that may not be final yet. */
  private readonly waiting = new Map<string, Loan>()
  private readonly reads = new Map<string, number>()
  private readonly fees = new Map<string, bigint>()
  private readonly notes = new Set<string>()

  private constructor(
    private readonly options: EnergyLoansOptions,
    private readonly stake: bigint,
  ) {}

  /** @param isOurs finds the receiving addresses among accounts: what others have of the stake is left alone */
  static async open(
    options: EnergyLoansOptions,
    isOurs: (accounts: readonly string[]) => Promise<readonly string[]>,
  ): Promise<EnergyLoans> {
    const { account, terms, note, signal } = options
    const loans = new EnergyLoans(options, await account.stakeFor(terms.lentEnergy, signal))
    for (const address of await isOurs(await account.receivers(signal))) {
      loans.lent.add(address)
      note(`${address} has energy that an earlier run lent`)
    }
    return loans
  }

  /** Coins that were burned for the bytes of the transactions of this run. */
  get burned(): bigint {
    return [...this.fees.values()].reduce((sum, fee) => sum + fee, 0n)
  }

  /** Whether energy for a transaction was read at an address several times, lent by a transaction that is final. */
  async hasEnergy(address: string): Promise<boolean> {
    if (!this.lent.has(address)) return false
    const { account, terms, signal } = this.options
    const { final } = await account.lentTo(address, signal)
    const { energy, bytes } = await account.resourcesOf(address, signal)
    if (final > 0n && energy >= terms.lentEnergy && bytes < terms.bytes)
      this.noteOnce(`${address} has used its free bandwidth: start again later`)
    const isEnough = final > 0n && energy >= terms.lentEnergy && bytes >= terms.bytes
    this.reads.set(address, isEnough ? (this.reads.get(address) ?? 0) + 1 : 0)
    return (this.reads.get(address) ?? 0) >= READS
  }

  /** Lends the energy of one transaction, unless the address has it or the stake does not cover it. */
  async lend(address: string): Promise<'waits' | 'blocked'> {
    if (await this.isWaiting(address)) return 'waits'
    const { account, signal } = this.options
    const { most } = this.lent.has(address) ? await account.lentTo(address, signal) : { most: 0n }
    if (most >= this.stake) return 'waits'
    const onTheirWay = [...this.waiting.values()].reduce((sum, { stake }) => sum + stake, 0n)
    if ((await account.freeStake(signal)) - onTheirWay < this.stake) {
      if (this.lent.size > 0) return 'waits'
      this.noteOnce('the free stake does not cover one address: start again when its energy has recovered')
      return 'blocked'
    }
    this.lent.add(address)
    await this.send(address, await account.lend(address, this.stake, signal))
    return 'waits'
  }

  /** Takes energy back from all addresses but some. @returns whether none of the others has any */
  async takeBack(kept: ReadonlySet<string>): Promise<boolean> {
    const { account, signal } = this.options
    const due = [...this.lent].filter((address) => !kept.has(address))
    for (const address of due) {
      if (await this.isWaiting(address)) continue
      const { most } = await account.lentTo(address, signal)
      if (most === 0n) this.lent.delete(address)
      else await this.send(address, await account.takeBack(address, most, signal))
    }
    return due.every((address) => !this.lent.has(address))
  }

  private async send(address: string, loan: Loan): Promise<void> {
    const { sweeps, signal } = this.options
    this.reads.delete(address)
    this.waiting.set(address, loan)
    const result = await sweeps.broadcast(loan, signal)
    if (result.kind === 'refused')
      this.noteOnce(`${address}: the node refuses to move its energy: ${result.why}`)
  }

  /** Whether the last transaction of an address may still enter a block, or leave it; one that waits is sent again. */
  private async isWaiting(address: string): Promise<boolean> {
    const { account, sweeps, signal } = this.options
    const loan = this.waiting.get(address)
    if (!loan) return false
    const fate = await account.fate(loan, signal)
    if (fate.kind === 'mined') this.fees.set(loan.txHash, fate.fee)
    else this.fees.delete(loan.txHash)
    if (fate.kind === 'pending') await sweeps.broadcast(loan, signal)
    const isOver = fate.kind === 'dead' || (fate.kind === 'mined' && fate.isFinal)
    if (isOver) this.waiting.delete(address)
    return !isOver
  }

  private noteOnce(why: string): void {
    if (!this.notes.has(why)) this.options.note(why)
    this.notes.add(why)
  }
}
