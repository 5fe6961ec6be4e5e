import { describe, expect, it } from 'vitest'
import type { SignedItem } from '../../src/commands/sweeps/file-transactions.js'
import { SweepRun, type SweepTotals } from '../../src/commands/sweeps/sweep-run.js'
import type { GasWallet, SweepNetwork, SweepOutcome, TopUp } from '../../src/domain/chain/sweep-network.js'
import type { EnergyTerms } from '../../src/domain/chain/sweep-terms.js'
import { usdt } from '../../src/domain/shared/money.js'

const NEEDED = 1_000n
const ENERGY: EnergyTerms = {
  ...{ kind: 'energy', feeLimit: NEEDED, byteCost: 0n, expectedCost: NEEDED },
  ...{ lentEnergy: 0, bytes: 350, reference: { number: 1, hash: '' }, signedAt: 0, expiresAt: 10_000_000 },
}
const ITEM: SignedItem = {
  ...{ index: 1, address: 'T1', amount: usdt(100n), nonce: 0 },
  transaction: { txHash: 'sweep', raw: '' },
}
const SUCCEEDED: SweepOutcome = { hasSucceeded: true, fee: NEEDED }
const REVERTED: SweepOutcome = { hasSucceeded: false, fee: NEEDED }
const unused = () => Promise.reject(new Error('not part of this run'))

/** The answers of the nodes in each round, the first one is 0. */
interface Answers {
  coins(round: number, toppedUp: bigint): bigint
  outcome(round: number, isFinal: boolean): SweepOutcome | undefined
}

/** Runs one sweep on TRON, whose log is empty as after an earlier run that lost it. */
async function runWith({ coins, outcome }: Answers): Promise<{ totals: SweepTotals; topUps: TopUp[] }> {
  let round = 0
  const topUps: TopUp[] = []
  const toppedUp = () => topUps.reduce((sum, { value }) => sum + value, 0n)
  const sweeps: SweepNetwork = {
    ...{ quote: unused, openGasWallet: unused },
    accounts: async () => [{ coins: coins(round, toppedUp()), nonce: 0, isBusy: false }],
    outcomes: async (_, isFinal) => [outcome(round, isFinal)],
    broadcast: async () => ({ kind: 'accepted' }),
    obstacle: async () => undefined,
    finalBlock: async () => ({ number: round, timeAt: round }),
  }
  const wallet: GasWallet = {
    address: 'T0',
    coins: async () => 10n * NEEDED,
    next: async () => topUps.length,
    sign: async (to, value, nonce) => {
      return { to, value, nonce, worstCost: value, expiresAt: null, txHash: `top-up ${nonce}`, raw: '' }
    },
    fate: async () => ({ kind: 'mined', fee: 0n, isFinal: true }),
  }
  const run = new SweepRun({
    ...{ sweeps, wallet, loans: undefined, earlier: [], terms: ENERGY, items: [ITEM], maxCost: 10n * NEEDED },
    log: { all: topUps, append: (topUp) => topUps.push(topUp) },
    stop: async () => undefined,
    report: () => undefined,
    note: () => undefined,
    pause: async () => {
      round += 1
    },
    signal: new AbortController().signal,
  })
  return { totals: await run.run(), topUps }
}

describe('a sweep whose coins are gone', () => {
  it('gets no others where its transaction has spent them, and a node shows that a block later', async () => {
    const { totals, topUps } = await runWith({
      coins: () => 0n,
      outcome: (round) => (round >= 4 ? SUCCEEDED : undefined),
    })
    expect([totals.swept, topUps]).toEqual([[ITEM], []])
  })

  it('gets others once', async () => {
    const { totals, topUps } = await runWith({
      coins: (_, toppedUp) => toppedUp,
      outcome: (round) => (round >= 12 ? SUCCEEDED : undefined),
    })
    expect([totals.swept, topUps.map(({ value }) => value)]).toEqual([[ITEM], [NEEDED]])
  })
})

describe('a sweep that leaves the chain', () => {
  it('is given up where it comes back and moves nothing', async () => {
    const { totals } = await runWith({
      coins: () => NEEDED,
      outcome: (round, isFinal) => {
        if (round >= 3) return REVERTED
        return isFinal ? undefined : SUCCEEDED
      },
    })
    expect([totals.swept, [...totals.ended]]).toEqual([[], [[ITEM, 'reverted']]])
  })
})
