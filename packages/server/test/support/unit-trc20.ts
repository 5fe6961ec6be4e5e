import { createAddressBook, spellAddress } from '../../src/chain/address-book.js'
import { AddressFilter } from '../../src/chain/address-filter.js'
import { openTrc20, type Trc20Options } from '../../src/chain/trc20.js'
import type { Chain, ScanState, SeenTransfer, Watched } from '../../src/domain/chains.js'

export const CHAIN_ID = 3_448_148_188
export const TOKEN = 'a6'.repeat(20)
export const PAYER = '99'.repeat(20)
export const GENESIS_AT = Date.UTC(2026, 0, 1)

export const spellTron = (hex: string): string => spellAddress('TRC20', Buffer.from(hex, 'hex'))

const XPUB =
  'xpub6BuRy7ZmkGfP2RWhoor1kWB1w9DvrtmJbFBvnC1bQ4SB5NbCHTyQYCJSXZtxDbFyHTmC7wkU2he3nYYdpZ3Vf6qUAkXSnL6RPif4BDtDEKr'

/** 20 bytes of the addresses that are ours. */
export const OURS: readonly string[] = Array.from({ length: 8 }, (_, at) => `${at + 10}`.repeat(20))

const NAMES = OURS.map((hex, index) => ({ index, address: spellTron(hex) }))
const KNOWN = new Set(NAMES.map(({ address }) => address))

export const watchOurs: Watched = {
  since: async (after) => NAMES.filter(({ index }) => index > after),
  ours: async (addresses) => new Set(addresses.filter((address) => KNOWN.has(address))),
}

/** Both clocks at once, moved by hand; a wait moves them too. */
export class HandTime {
  constructor(public at = GENESIS_AT) {}
  readonly clock = { now: () => this.at, real: () => this.at }
  readonly monotonic = () => this.at
  readonly sleep = async (ms: number) => {
    this.at += ms
  }
}

export const openTestTrc20 = (
  time: HandTime,
  options: Partial<Trc20Options> & Pick<Trc20Options, 'fetch'>,
): Promise<Chain> =>
  openTrc20({
    ...{ environment: 'test', network: 'TRC20', urls: ['http://tron.test'], chainId: CHAIN_ID },
    ...{ token: spellTron(TOKEN), book: createAddressBook('TRC20', XPUB), ours: new AddressFilter() },
    ...{ confirmations: 1, dailyCalls: 0, callsPerSecond: 0, random: () => 0.5 },
    ...{ clock: time.clock, monotonic: time.monotonic, sleep: time.sleep },
    ...options,
  })

export const signal = new AbortController().signal

/** Follows a chain as the watcher does, and keeps what it books. */
export class Follower {
  readonly booked = new Map<string, SeenTransfer>()
  readonly credited = new Set<string>()
  /** Numbers of blocks that no step has passed. */
  readonly passed: { from: number; to: number }[] = []
  readonly tentative = new Map<string, SeenTransfer>()
  readonly troubles: unknown[] = []
  halted: string | undefined

  private constructor(
    readonly chain: Chain,
    public state: ScanState,
  ) {}

  static async start(chain: Chain): Promise<Follower> {
    return new Follower(chain, { cursor: await chain.head(signal), ring: [] })
  }

  /** One look; whatever fails is thrown away, and the next look starts anew. */
  async tick(): Promise<void> {
    try {
      await this.follow()
    } catch (error) {
      this.troubles.push(error)
    }
  }

  private async follow(): Promise<void> {
    const step = await this.chain.next(this.state, watchOurs, signal)
    if (step.kind === 'halt') this.halted = step.why
    if (step.kind !== 'forward') return this.credit(this.state.cursor.number)
    const { cursor } = this.state
    for (const transfer of step.transfers) {
      const into = transfer.block.number > step.to.number ? this.tentative : this.booked
      into.set(nameOf(transfer), transfer)
    }
    this.passed.push({ from: cursor.number + 1, to: step.to.number })
    this.state = { cursor: step.to, ring: [...step.blocks].reverse() }
    await this.credit(step.to.number)
  }

  private async credit(upTo: number): Promise<void> {
    const due = [...this.booked.values()].filter(
      (each) => each.block.number <= upTo && !this.credited.has(nameOf(each)),
    )
    if (due.length === 0) return
    const verdicts = await this.chain.settle(due, this.state.cursor, signal)
    due.forEach((transfer, at) => {
      if (verdicts[at] === 'final') this.credited.add(nameOf(transfer))
    })
  }
}

export const nameOf = ({ txHash, logIndex }: SeenTransfer): string => `${txHash}/${logIndex}`
