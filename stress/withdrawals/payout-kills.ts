/**
 * `npm run stress -- payout-kills [--rounds n] [--engine sqlite|postgres] [--seed n] [--checkpoint file] [--planted yes]`: the
 * networks pass over every payment, on anvil and, in every second round, on the TRON development node, so that the server
 * signs each one again. It is killed while it stores or sends a first and a further version. Nothing may be paid twice, and
 * every withdrawal completes by itself. `--planted` does the same with servers that have a fault, and must find each fault.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HASTY, type Planted, plant } from '../../packages/server/test/support/crash/planted.js'
import { rowsOf } from '../../packages/server/test/support/crash/rows.js'
import { type Random, Sites, seeded } from '../../packages/server/test/support/crash/sites.js'
import { Supervisor } from '../../packages/server/test/support/crash/supervisor.js'
import { HOT_KEY } from '../../packages/server/test/support/withdrawals/payout-network.js'
import { Options } from '../lib/options.js'
import { Installation } from '../recovery/installation.js'
import { RealTimeNetwork } from '../recovery/real-time-network.js'
import { type Engine, Rounds } from '../recovery/rounds.js'
import { type Moment, PayoutKills } from './payout-kill-round.js'

const NETWORKS = ['ERC20', 'TRC20'] as const
const SETTINGS = { MERCHANTPAY_WITHDRAWAL_DAILY_LIMIT: '1000000' }

interface Fault extends Pick<Planted, 'name' | 'changes'> {
  readonly network: 'ERC20' | 'TRC20'
  /** Kills that reveal it; at random moments by default. */
  readonly moments?: readonly Moment[]
  /** Matches the difference that reveals it. */
  readonly shows: RegExp
}

const SEND_FIRST = 'await this.run.sender.broadcast(outcome, "one", this.run.signal);'
const IS_STOPPED = '.some(({ kind }) => STOPPING.has(kind));\n}\nasync function readPosition'

const FAULTS: readonly Fault[] = [
  {
    name: 'a payment is sent before it is stored',
    network: 'TRC20',
    moments: ['while it is stored'],
    changes: [
      [
        'return "notNow" in outcome ? outcome : this.commitFirst(waiting, outcome, slot);',
        `if ("txHash" in outcome) ${SEND_FIRST}\n    return "notNow" in outcome ? outcome : this.commitFirst(waiting, outcome, slot);`,
      ],
    ],
    shows: /was paid 2 times|timed out/,
  },
  {
    name: 'a further version is sent and not stored',
    network: 'TRC20',
    changes: [
      [
        'return this.commitRenewal(expired, outcome, slot);',
        `if ("txHash" in outcome) ${SEND_FIRST}\n    return false;`,
      ],
    ],
    shows: /was paid 2 times|timed out/,
  },
  {
    name: 'a further version is signed while the signer is paused',
    network: 'ERC20',
    changes: [[IS_STOPPED, IS_STOPPED.replace('STOPPING.has(kind)', 'kind === "halted"')]],
    shows: /signed again while the signer was paused/,
  },
]

/** @throws Error with every second payment, or the faults that were not found */
export async function payoutKills(args: readonly string[]): Promise<void> {
  const options = new Options(args, ['checkpoint', 'engine', 'planted', 'rounds', 'seed'])
  if (options.text('planted', '') !== '') return findPlanted(options.number('seed', 1))
  const rounds = new Rounds(options)
  await inFolder(async (folder) => {
    for (const engine of rounds.engines) {
      let kills = 0
      const played = await rounds.play(engine, async (number) => {
        const name = NETWORKS[number % NETWORKS.length] ?? 'ERC20'
        const random = seeded(rounds.seed + number)
        const round = await playRound({ engine, name, random, sites: join(folder, `${engine}-sites`) })
        kills += round.kills
        return `${name}: ${round.kills} kills, ${round.versions} further versions of ${round.payouts} payouts`
      })
      console.log(`${engine}: ${played} rounds, ${kills} kills in this run, 0 second payouts, all COMPLETED`)
    }
  })
}

async function findPlanted(seed: number): Promise<void> {
  const missed: string[] = []
  for (const fault of FAULTS)
    await inFolder(async (folder) => {
      const round = { engine: 'sqlite', name: fault.network, random: seeded(seed), fault } as const
      const found = await playRound({ ...round, sites: join(folder, 'sites') }).then(
        () => 'nothing',
        (error: unknown) => `${error}`,
      )
      const isFound = fault.shows.test(found)
      console.log(`${fault.name}: ${isFound ? 'found' : 'NOT FOUND'}: ${found}`)
      if (!isFound) missed.push(fault.name)
    })
  if (missed.length > 0) throw new Error(`not found: ${missed.join(', ')}`)
}

interface RoundOptions {
  readonly engine: Engine
  readonly name: 'ERC20' | 'TRC20'
  readonly random: Random
  /** File with the sites of the servers on this engine. */
  readonly sites: string
  readonly fault?: Fault
}

async function playRound({ engine, name, random, sites, fault }: RoundOptions) {
  const network = await RealTimeNetwork.start(name)
  const result = { kills: 0, versions: 0, payouts: 0 }
  try {
    await Installation.use(engine, SETTINGS, async (plain) => {
      const keyFile = join(plain.folder, 'hot.key')
      writeFileSync(keyFile, HOT_KEY, { mode: 0o600 })
      const installation = plain.with(network.settings(keyFile))
      const changes = [...HASTY.changes, ...(fault?.changes ?? [])]
      const program = plant({ name: fault?.name ?? 'as built, in a hurry', changes }, plain.folder)
      const url = await installation.newDatabase()
      const env = { ...installation.env, MERCHANTPAY_DATABASE_URL: url }
      const supervisor = await Supervisor.start({ env, program, nextFaults: () => ({ FAULT_SITES: sites }) })
      try {
        const parts = { installation, network, supervisor, url, rows: rowsOf(url) }
        const round = new PayoutKills({
          ...{ ...parts, sites: new Sites(sites, random) },
          ...{ random, moments: fault?.moments },
        })
        Object.assign(result, await round.play())
      } finally {
        await supervisor.stop()
      }
    })
    return result
  } finally {
    await network.stop()
  }
}

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'merchantpay-payout-kills-'))
  try {
    await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
