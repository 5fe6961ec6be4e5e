import type { Rows } from '../../packages/server/test/support/crash/rows.js'
import type { Random, Sites } from '../../packages/server/test/support/crash/sites.js'
import type { Supervisor } from '../../packages/server/test/support/crash/supervisor.js'
import { until } from '../lib/until.js'
import type { Installation } from '../recovery/installation.js'
import { LossyWorld, type Promised } from '../recovery/lossy-world.js'
import type { RealTimeNetwork } from '../recovery/real-time-network.js'

export interface PayoutKillsParts {
  readonly installation: Installation
  readonly network: RealTimeNetwork
  readonly supervisor: Supervisor
  /** Of the database. */
  readonly url: string
  readonly rows: Rows
  readonly sites: Sites
  readonly random: Random
  /** All by default. */
  readonly moments?: readonly Moment[] | undefined
}

/** A moment in the life of a version at which the server is killed. */
export type Moment = (typeof MOMENTS)[number]
const MOMENTS = [
  'before it is stored',
  'while it is stored',
  'once it is stored',
  'before it is sent',
  'once it is sent',
] as const
const STORES = /^before INSERT INTO signed_transactions/
const HAS_STORED = /^after INSERT INTO signed_transactions/
const COMMITS = { 'while it is stored': /^before COMMIT$/, 'once it is stored': /^after COMMIT$/ }

/** Pairs of payments in a round, each with a kill at its first and at its further version. */
const PAIRS = 3
const PRINTED_LINES = 5
/** Blocks in which a server would have signed again. */
const PAUSED_BLOCKS = 12

/** Pairs of payments that the network passes over, while the server is killed. */
export class PayoutKills {
  private readonly world: LossyWorld
  private kills = 0

  constructor(private readonly parts: PayoutKillsParts) {
    this.world = new LossyWorld(parts.installation, parts.network.payouts)
  }

  /** @throws Error that names every difference, with the state of the withdrawals and the network */
  async play(): Promise<{ kills: number; versions: number; payouts: number }> {
    const { supervisor, url, installation, rows } = this.parts
    await supervisor.ready()
    await this.world.begin(supervisor.url, url)
    try {
      await this.payAll()
    } catch (error) {
      throw new Error([`${error}`, ...(await this.describe())].join('\n  '))
    }
    await installation.command(url, 'ledger', 'verify', '--chain')
    const versions = await rows.all('SELECT tx_hash FROM superseded_payments')
    return { kills: this.kills, versions: versions.length, payouts: this.world.withdrawals.length }
  }

  private async describe(): Promise<string[]> {
    const { rows, supervisor } = this.parts
    const conditions = await rows.all<{ kind: string; reason: string }>(
      'SELECT kind, reason FROM chain_conditions',
    )
    const open = await rows.all<{ id: string; status: string; reason: string | null }>(
      "SELECT id, status, review_reason AS reason FROM withdrawals WHERE status <> 'COMPLETED'",
    )
    return [
      ...conditions.map(({ kind, reason }) => `${kind}: ${reason}`),
      ...open.map(
        ({ id, status, reason }) => `withdrawal ${id} is ${status}, ${reason ?? 'without a reason'}`,
      ),
      ...supervisor.errors.slice(-PRINTED_LINES),
    ]
  }

  private async payAll(): Promise<void> {
    const { network } = this.parts
    // A server that starts on a young database first waits for the payments that another one may have sent.
    await network.passInFlight()
    // Without a kill, so that each site has been passed.
    await this.payTwice({ isPaused: true })
    await this.pay(this.nextMoment())
    for (let pair = 0; pair < PAIRS; pair += 1)
      await this.payTwice({ first: this.nextMoment(), further: this.nextMoment() })
    const faults = await this.world.payoutFaults()
    if (faults.length > 0) throw new Error(faults.join('\n  '))
  }

  private nextMoment(): Moment {
    const { random, moments = MOMENTS } = this.parts
    return moments[random(moments.length)] ?? MOMENTS[0]
  }

  /** Withdraws twice, with payments that enter the next block. */
  private async pay(first: Moment): Promise<void> {
    const doomed = await this.arm(first)
    const promised = await this.world.withdraw(this.parts.supervisor.url)
    await doomed()
    await until('each withdrawal is COMPLETED', () => this.isEach(promised, 'COMPLETED'))
  }

  /** Withdraws twice, and lets the network pass over both payments. */
  private async payTwice({ first, further, isPaused = false }: Story): Promise<void> {
    const { network, supervisor } = this.parts
    network.hold()
    const doomed = await this.arm(first)
    const promised = await this.world.withdraw(supervisor.url)
    await until('each payment is broadcast', async () => this.isEach(promised, 'BROADCAST'))
    await doomed()
    const alsoDoomed = await this.arm(further)
    let paused = isPaused ? await this.pauseSigner() : undefined
    await network.passOver(async () => {
      if (paused) {
        if (!(await paused.isOver())) return false
        await this.resumeSigner(promised)
        paused = undefined
      }
      return (await this.versionsOf(promised)) >= promised.length || this.isEach(promised, 'COMPLETED')
    })
    await alsoDoomed()
    await until('each withdrawal is COMPLETED', () => this.isEach(promised, 'COMPLETED'))
  }

  /** Kills the server at a moment of the next version. @returns a function that resolves once that has happened */
  private async arm(moment: Moment | undefined): Promise<() => Promise<void>> {
    const { network, supervisor, sites } = this.parts
    if (moment === undefined) return async () => undefined
    const before = supervisor.exits.length
    if (moment === 'before it is sent' || moment === 'once it is sent') {
      const at = moment === 'before it is sent' ? 'before' : 'after'
      network.watch = { at, happen: () => supervisor.kill() }
    } else if (moment === 'before it is stored') await supervisor.send({ kill: { site: sites.find(STORES) } })
    else {
      const [site, after] = [sites.find(COMMITS[moment]), sites.find(HAS_STORED)]
      await supervisor.send({ kill: { site, after } })
    }
    return async () => {
      await until(`the server is killed ${moment}`, async () => supervisor.exits.length > before)
      await supervisor.ready()
      this.kills += 1
    }
  }

  private async pauseSigner(): Promise<{ isOver(): Promise<boolean> }> {
    const { rows, network } = this.parts
    const values = ['test', network.payouts.network, 'signer_paused', 'a stress test']
    await rows.run(
      'INSERT INTO chain_conditions (environment, network, kind, reason, since_at) VALUES (?, ?, ?, ?, 0)',
      ...values,
    )
    let begunAt: bigint | undefined
    return {
      isOver: async () => {
        const [cursor] = await rows.all<{ number: bigint }>(
          'SELECT block_number AS number FROM chain_cursors WHERE environment = ? AND network = ?',
          'test',
          network.payouts.network,
        )
        begunAt ??= cursor?.number ?? 0n
        return (cursor?.number ?? 0n) - begunAt >= PAUSED_BLOCKS
      },
    }
  }

  /** @throws Error if a payment was signed again meanwhile */
  private async resumeSigner(promised: readonly Promised[]): Promise<void> {
    const versions = await this.versionsOf(promised)
    if (versions > 0) throw new Error(`${versions} payments were signed again while the signer was paused`)
    await this.parts.rows.run("DELETE FROM chain_conditions WHERE kind = 'signer_paused'")
  }

  private async versionsOf(promised: readonly Promised[]): Promise<number> {
    const rows = await this.parts.rows.all<{ id: string }>(
      'SELECT withdrawal_id AS id FROM superseded_payments',
    )
    const signedAgain = new Set(rows.map(({ id }) => id))
    return promised.filter(({ id }) => signedAgain.has(id)).length
  }

  private async isEach(promised: readonly Promised[], status: string): Promise<boolean> {
    const rows = await this.parts.rows.all<{ id: string }>(
      'SELECT id FROM withdrawals WHERE status = ?',
      status,
    )
    const found = new Set(rows.map(({ id }) => id))
    return promised.every(({ id }) => found.has(id))
  }
}

interface Story {
  readonly first?: Moment
  readonly further?: Moment
  /** Whether the signer is paused when the network passes over the payments. */
  readonly isPaused?: boolean
}
