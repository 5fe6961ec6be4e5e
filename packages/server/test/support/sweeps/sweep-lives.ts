import { appendFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { EnergyLoans } from '../../../src/commands/sweeps/energy-loans.js'
import { buildSigned } from '../../../src/commands/sweeps/file-transactions.js'
import { SweepRun, type SweepTotals } from '../../../src/commands/sweeps/sweep-run.js'
import { TopUpLog } from '../../../src/commands/sweeps/top-up-log.js'
import { openChain } from '../../../src/compose/chains.js'
import { readConfig } from '../../../src/config/config.js'
import type { RawTransaction } from '../../../src/domain/chain/raw-transaction.js'
import type { GasWallet, SweepNetwork, TopUp } from '../../../src/domain/chain/sweep-network.js'
import { readSigned } from '../../../src/domain/sweeps/file-reader.js'
import { planHash } from '../../../src/domain/sweeps/file-text.js'
import type { SweepPlan } from '../../../src/domain/sweeps/sweep-file.js'
import { systemClock } from '../../../src/runtime/clock.js'
import { STAKE_KEY } from './staking.js'
import { GAS_KEY, type SweepWorld } from './sweep-world.js'

/** Ends a run as a kill does: nothing after it runs. */
class Killed extends Error {}

/** Where a run is killed: around its n-th broadcast, the first one is 1. */
export interface Kill {
  readonly at: number
  /** After the bytes are durable in the log, or after the node has them. */
  readonly when: 'before' | 'after'
}

/** Mistakes that tests of kills must find, and a disk that takes half of a line of the log. */
export type SweepFault = 'no log before sending' | 'no wait for a top-up' | 'full disk'

interface LifeOptions {
  readonly fault?: SweepFault | undefined
  readonly kill?: Kill
  /** Notes of the run; none are expected by default. */
  readonly notes?: string[]
  readonly stop?: () => Promise<string | undefined>
  /** Between two rounds; a block is mined by default. */
  readonly pause?: () => Promise<void>
}

/** Runs the signed file of a world in this process. @returns undefined if the run was killed */
export async function runSweeps(
  world: SweepWorld,
  { kill, notes, fault, stop = async () => undefined, pause = () => world.node.mine(1) }: LifeOptions = {},
): Promise<SweepTotals | undefined> {
  const { network } = world.node
  const signed = readSigned(world.desk.text('signed.json'))
  const config = readConfig({ ...world.harness.databaseEnv, ...world.env })
  const chain = await openChain(config, { environment: 'test', network }, systemClock)
  if (!chain?.sweeps) throw new Error('the network has no nodes')
  const sweeps = killedAt(chain.sweeps, kill)
  const swept = {
    ...{ chain, sweeps, chainId: world.node.chainId, token: signed.plan.token },
    destination: () => world.cold,
  }
  const { signal } = new AbortController()
  const file = TopUpLog.open(world.desk.path('gas'), planHash(signed.plan))
  const log = logWith(fault, file, world.desk.path('gas'))
  try {
    return await new SweepRun({
      ...{
        sweeps,
        log,
        signal,
        maxCost: 10n ** 30n,
        earlier: [],
        loans: await loansOf(world, sweeps, signed.plan),
      },
      wallet: withFault(await sweeps.openGasWallet(GAS_KEY), fault),
      terms: signed.plan.terms,
      items: await buildSigned(signed, swept),
      ...{ stop, pause },
      report: () => undefined,
      note: (why) => (notes ? notes.push(why) : expect(why).toBe('no note is expected')),
    }).run()
  } catch (error) {
    if (error instanceof Killed) return undefined
    throw error
  } finally {
    file.close()
  }
}

function logWith(
  fault: SweepFault | undefined,
  log: TopUpLog,
  keyFile: string,
): Pick<TopUpLog, 'all' | 'append'> {
  if (fault === 'no log before sending') return lostLog()
  if (fault !== 'full disk') return log
  const append = (): never => {
    const [name = ''] = readdirSync(dirname(keyFile)).filter((each) => each.endsWith('.topups'))
    appendFileSync(join(dirname(keyFile), name), '{"to":"half of a li')
    throw new Error('ENOSPC')
  }
  return { all: log.all, append }
}

/** A log that a kill destroys. */
function lostLog(): Pick<TopUpLog, 'all' | 'append'> {
  const all: TopUp[] = []
  return { all, append: (topUp) => all.push(topUp) }
}

/** A wallet that takes every top-up without a block for dead. */
function withFault(wallet: GasWallet, fault: SweepFault | undefined): GasWallet {
  if (fault !== 'no wait for a top-up') return wallet
  return {
    ...wallet,
    async fate(topUp, signal) {
      const fate = await wallet.fate(topUp, signal)
      return fate.kind === 'pending' ? { kind: 'dead' } : fate
    },
  }
}

/** Opens the loans of a plan by stake. */
async function loansOf(
  world: SweepWorld,
  sweeps: SweepNetwork,
  { terms }: SweepPlan,
): Promise<EnergyLoans | undefined> {
  if (terms.kind !== 'energy' || terms.lentEnergy === 0) return undefined
  const { signal } = new AbortController()
  const account = await sweeps.openStakingAccount?.({ key: STAKE_KEY, account: world.stakeAccount }, signal)
  if (!account) throw new Error('the network has no staking account')
  return EnergyLoans.open(
    { sweeps, account, terms, note: () => undefined, signal },
    async (accounts) => accounts,
  )
}

function killedAt(sweeps: SweepNetwork, kill: Kill | undefined): SweepNetwork {
  let broadcasts = 0
  let isDead = false
  return {
    ...sweeps,
    async broadcast(transaction: RawTransaction, signal: AbortSignal) {
      broadcasts += 1
      const isHere = broadcasts === kill?.at
      if (isDead || (isHere && kill?.when === 'before')) {
        isDead = true
        throw new Killed()
      }
      const result = await sweeps.broadcast(transaction, signal)
      if (!isHere) return result
      isDead = true
      throw new Killed()
    },
  }
}
