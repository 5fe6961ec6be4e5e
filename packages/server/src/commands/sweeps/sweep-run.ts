import { NoNode } from '../../chain/nodes/nodes.js'
import type { TransactionFate } from '../../domain/chain/raw-transaction.js'
import type { GasWallet, SweepNetwork, SweepOutcome, TopUp } from '../../domain/chain/sweep-network.js'
import type { SweepTerms } from '../../domain/chain/sweep-terms.js'
import { nextStep, type SweepEnd, type SweepStep } from '../../domain/sweeps/next-step.js'
import { mapWithConcurrency } from '../../workers/map-with-concurrency.js'
import type { EnergyLoans } from './energy-loans.js'
import type { SignedItem } from './file-transactions.js'
import { Doubts } from './sweep-doubts.js'
import type { TopUpLog } from './top-up-log.js'

/** Top-ups that wait for a block at once: bounds what a mistake could cost. */
const MOST_TOP_UPS = 16
/** Addresses worked on at once. */
const WINDOW = 2 * MOST_TOP_UPS
/** Rounds without any change after which the run ends; started again, it goes on. */
const MOST_IDLE_ROUNDS = 400

export interface SweepRunOptions {
  readonly sweeps: SweepNetwork
  readonly wallet: GasWallet
  readonly log: Pick<TopUpLog, 'all' | 'append'>
  /** Undefined where addresses burn coins for their transactions. */
  readonly loans: EnergyLoans | undefined
  /** Top-ups that the gas wallet signed for other plans. */
  readonly earlier: readonly TopUp[]
  readonly terms: SweepTerms
  readonly items: readonly SignedItem[]
  /** The most that the top-ups of the log may cost, smallest unit of the coin. */
  readonly maxCost: bigint
  /** Returns why no address may be topped up now, by the ledger. */
  readonly stop: () => Promise<string | undefined>
  /** Says what became of an address. */
  readonly report: (item: SignedItem, what: string) => void
  /** Says why the run waits. */
  readonly note: (why: string) => void
  /** Waits a part of a block. */
  readonly pause: () => Promise<void>
  readonly signal: AbortSignal
}

export interface SweepTotals {
  readonly swept: readonly SignedItem[]
  readonly ended: ReadonlyMap<SignedItem, SweepEnd>
  readonly unfinished: readonly SignedItem[]
  /** Smallest unit of the coin: brought to addresses, fees of that, and fees of the sweeps. */
  readonly toppedUp: bigint
  readonly topUpFees: bigint
  readonly sweepFees: bigint
  /** Burned by the staking account in this run. */
  readonly loanFees: bigint
}

/** Empties the addresses of one signed file. All it knows comes from the chain and the logs of top-ups. */
export class SweepRun {
  private readonly open: Set<SignedItem>
  /** In a block that may still be replaced, with the fees. */
  private readonly included = new Map<SignedItem, bigint>()
  private readonly final = new Map<SignedItem, bigint>()
  private readonly ended = new Map<SignedItem, SweepEnd>()
  private readonly fates = new Map<TopUp, TransactionFate>()
  private readonly sent = new Set<SignedItem>()
  private readonly refused = new Set<SignedItem>()
  private readonly doubts = new Doubts<SignedItem>()
  /** Why nothing is sent now. */
  private obstacle: string | undefined
  /** Whether another top-up would exceed the coins of the wallet, or the most that may be spent. */
  private isSpent = false

  constructor(private readonly options: SweepRunOptions) {
    this.open = new Set(options.items)
  }

  async run(): Promise<SweepTotals> {
    for (let idle = 0; this.open.size > 0 || this.included.size > 0; ) {
      const round = await this.patient(() => this.round())
      if (round === 'blocked') break
      idle = round === 'changed' ? 0 : idle + 1
      if (idle >= MOST_IDLE_ROUNDS) break
      await this.options.pause()
    }
    await this.takeBackEnergy()
    await this.readFates(this.options.log.all)
    return this.totals()
  }

  private async round(): Promise<Round> {
    let round: Round = this.open.size > 0 ? await this.advance() : 'blocked'
    if (round === 'blocked' && this.included.size > 0) round = await this.finish()
    await this.options.loans?.takeBack(new Set(this.window().map(({ address }) => address)))
    return round
  }

  /** Waits where no node answers; the next round begins with what the network says then. */
  private async patient(work: () => Promise<Round>): Promise<Round> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof NoNode)) throw error
      this.options.note(error.message)
      return 'waits'
    }
  }

  private window(): SignedItem[] {
    return [...this.open].slice(0, WINDOW)
  }

  private async takeBackEnergy(): Promise<void> {
    const { loans, pause, note } = this.options
    for (let round = 0; loans && !(await loans.takeBack(new Set())); round += 1) {
      if (round >= MOST_IDLE_ROUNDS) return note('energy is still lent: start again to take it back')
      await pause()
    }
  }

  /** Moves the first open addresses one step on. */
  private async advance(): Promise<Round> {
    const { sweeps, signal, terms, log, loans } = this.options
    const window = this.window()
    const addresses = window.map(({ address }) => address)
    await this.readFates(log.all.filter(({ to }) => addresses.includes(to)))
    // The outcomes first: an account that is read later has the coins and the number of any transaction among them.
    const outcomes = await this.outcomes(window, false)
    const accounts = await sweeps.accounts(addresses, signal)
    const { timeAt: chainTime } = await sweeps.finalBlock(signal)
    this.setObstacle((await this.options.stop()) ?? (await sweeps.obstacle(terms, signal)))
    const rounds: Round[] = []
    for (const [at, item] of window.entries()) {
      const account = accounts[at]
      if (!account) continue
      const hasEnergy = !loans || (await loans.hasEnergy(item.address))
      const facts = {
        terms,
        account,
        hasEnergy,
        outcome: outcomes[at],
        isSent: this.sent.has(item),
        topUp: this.lastFate(item),
        chainTime,
      }
      const step = nextStep(item, facts)
      rounds.push(this.doubts.isSure(item, step) ? await this.take(item, step) : 'waits')
    }
    return (['changed', 'waits'] as const).find((each) => rounds.includes(each)) ?? 'blocked'
  }

  private async take(item: SignedItem, step: SweepStep): Promise<Round> {
    const { report } = this.options
    switch (step.kind) {
      case 'included':
        this.open.delete(item)
        this.included.set(item, step.fee)
        report(item, `sent ${item.transaction.txHash}`)
        return 'changed'
      case 'ended':
        this.open.delete(item)
        this.ended.set(item, step.why)
        report(item, ENDS[step.why])
        return 'changed'
      case 'send':
        return this.send(item)
      case 'wait':
        return 'waits'
      case 'lend_energy':
        return this.lendEnergy(item)
      case 'top_up':
        return this.topUp(item, step.value)
    }
  }

  private async send(item: SignedItem): Promise<Round> {
    if (this.obstacle !== undefined) return 'blocked'
    const { sweeps, signal, note } = this.options
    this.sent.add(item)
    const result = await sweeps.broadcast(item.transaction, signal)
    if (result.kind === 'refused' && !this.refused.has(item)) {
      this.refused.add(item)
      note(`${item.address}: the node refuses its transaction: ${result.why}`)
    }
    return 'waits'
  }

  private async lendEnergy({ address }: SignedItem): Promise<Round> {
    return this.obstacle === undefined && this.options.loans ? this.options.loans.lend(address) : 'blocked'
  }

  private async topUp(item: SignedItem, value: bigint): Promise<Round> {
    const { wallet, log, earlier, maxCost, sweeps, signal, note } = this.options
    if (this.obstacle !== undefined || this.isSpent) return 'blocked'
    const pending = log.all.filter((each) => this.fates.get(each)?.kind === 'pending')
    if (pending.length >= MOST_TOP_UPS) return 'waits'
    const coins = (await wallet.coins(signal)) - costOf(pending)
    if (coins < value) return this.lackCoins(pending)
    const nonces = [...earlier, ...log.all].map(({ nonce }) => nonce)
    const last = nonces.reduce((highest, nonce) => Math.max(highest, nonce), -1)
    const nonce = await wallet.next(last < 0 ? undefined : last, signal)
    const topUp = await wallet.sign(item.address, value, nonce, signal)
    if (coins < topUp.worstCost) return this.lackCoins(pending)
    if (costOf(log.all) + topUp.worstCost > maxCost) {
      this.isSpent = true
      note('the next top-up would cost more than --max-cost leaves')
      return 'blocked'
    }
    log.append(topUp)
    this.fates.set(topUp, { kind: 'pending' })
    await sweeps.broadcast(topUp, signal)
    return 'changed'
  }

  private lackCoins(pending: readonly TopUp[]): Round {
    if (pending.length > 0) return 'waits'
    this.isSpent = true
    this.options.note(
      'the gas wallet does not have enough coins for the next address: send it more, and start again',
    )
    return 'blocked'
  }

  /** Waits for the depth of the included transactions. One that left the chain, or came back and reverted, is open again. */
  private async finish(): Promise<Round> {
    const items = [...this.included.keys()]
    const [newest] = await this.outcomes(items.slice(-1), true)
    if (!newest && (await this.outcomes(items.slice(-1), false))[0]) return 'waits'
    const final = await this.outcomes(items, true)
    const present = await this.outcomes(items, false)
    let round: Round = 'waits'
    for (const [at, item] of items.entries()) {
      const outcome = final[at]
      if (!outcome && present[at]) continue
      this.included.delete(item)
      if (outcome?.hasSucceeded) this.final.set(item, outcome.fee)
      else this.open.add(item)
      round = 'changed'
    }
    return round
  }

  private outcomes(
    items: readonly SignedItem[],
    isFinal: boolean,
  ): Promise<readonly (SweepOutcome | undefined)[]> {
    const { sweeps, signal } = this.options
    return sweeps.outcomes(
      items.map(({ transaction }) => transaction.txHash),
      isFinal,
      signal,
    )
  }

  /** Reads what became of top-ups, and sends those again that wait. */
  private async readFates(topUps: readonly TopUp[]): Promise<void> {
    const { wallet, sweeps, signal } = this.options
    await mapWithConcurrency(topUps, async (topUp) => {
      const known = this.fates.get(topUp)
      if (known?.kind === 'dead' || (known?.kind === 'mined' && known.isFinal)) return 'done'
      const fate = await wallet.fate(topUp, signal)
      this.fates.set(topUp, fate)
      if (isPending(fate)) await sweeps.broadcast(topUp, signal)
      return 'done'
    })
  }

  private lastFate({ address }: SignedItem): TransactionFate | undefined {
    const last = this.options.log.all.findLast(({ to }) => to === address)
    return last && this.fates.get(last)
  }

  private setObstacle(why: string | undefined): void {
    if (why !== undefined && why !== this.obstacle) this.options.note(why)
    this.obstacle = why
  }

  private totals(): SweepTotals {
    const fees = [...this.final.values(), ...this.included.values()]
    const mined = [...this.fates].flatMap(([topUp, fate]) => (fate.kind === 'mined' ? [{ topUp, fate }] : []))
    return {
      swept: [...this.final.keys()],
      ended: this.ended,
      unfinished: [...this.open, ...this.included.keys()],
      toppedUp: mined.reduce((sum, { topUp }) => sum + topUp.value, 0n),
      topUpFees: mined.reduce((sum, { fate }) => sum + fate.fee, 0n),
      sweepFees: fees.reduce((sum, fee) => sum + fee, 0n),
      loanFees: this.options.loans?.burned ?? 0n,
    }
  }
}

/** Result of a round: something changed, something waits for a block, or nothing can be done now. */
type Round = 'changed' | 'waits' | 'blocked'

const costOf = (topUps: readonly TopUp[]): bigint =>
  topUps.reduce((sum, { worstCost }) => sum + worstCost, 0n)

const isPending = ({ kind }: TransactionFate): boolean => kind === 'pending'

const ENDS: Readonly<Record<SweepEnd, string>> = {
  reverted: 'its transaction reverted: the money is still there, plan again',
  spent: 'another transaction used its number: plan again',
  early: 'its transaction has a later number than the next one: plan again',
  expired: 'its transaction has expired: plan and sign again',
  coins_gone: 'its coins were spent by another transaction: plan again',
}
