import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { BroadcastGate } from '../nodes/broadcast-gate.js'
import { HOT_KEY, type PayoutNetwork } from '../withdrawals/payout-network.js'
import { ENDS } from '../withdrawals/payout-world.js'
import { Driver, pause } from './driver.js'
import type { Place } from './payout-places.js'
import { plant } from './planted.js'
import { type Rows, rowsOf } from './rows.js'
import { Sites, seeded } from './sites.js'
import { Supervisor } from './supervisor.js'

/** A transaction on TRON expires after 200 blocks, and a busy machine must restart its server before that. */
const BLOCK_EVERY_MS = 700
const POLL_MS = 25
/** Time limit for each wait. */
const TIMEOUT_MS = 180_000
/** How long mining pauses after a kill, so that the server can broadcast again before the transaction is in a block. */
const MINING_PAUSE_MS = 30_000
const AMOUNT = '10.00'
const UNITS = 10_000_000n

export interface DyingOptions {
  readonly folder: string
  readonly seed: number
  readonly changes: readonly (readonly [from: string, to: string])[]
}

/** Direct access to the database file of a server. */
interface DyingDatabase {
  readonly rows: Rows
  readonly file: string
  /** The command line of the same version. */
  readonly cli: string
}

/** A withdrawal, and its allowed endings. */
interface Promised {
  readonly id: string
  readonly to: string
  readonly endings: readonly string[]
}

interface Row {
  readonly id: string
  readonly ending: string
}

/** A server that sends withdrawals on a real network and is killed repeatedly, while blocks are mined. */
export class DyingPayouts {
  private readonly promised: Promised[] = []
  private donated = 0n
  private isOver = false
  private miningPausedUntil = 0
  private readonly mining: Promise<void>

  private constructor(
    readonly network: PayoutNetwork,
    readonly supervisor: Supervisor,
    readonly gate: BroadcastGate,
    private readonly driver: Driver,
    private readonly sites: Sites,
    private readonly database: DyingDatabase,
  ) {
    gate.onPassed = () => {
      this.miningPausedUntil = 0
    }
    this.mining = this.mine()
  }

  static async start(network: PayoutNetwork, { folder, seed, changes }: DyingOptions): Promise<DyingPayouts> {
    const keyFile = join(folder, 'hot.key')
    writeFileSync(keyFile, HOT_KEY, { mode: 0o600 })
    const gate = await BroadcastGate.start(network.url)
    const sitesFile = join(folder, 'sites')
    const file = join(folder, 'books.db')
    const program = plant({ name: 'as built, with short intervals', changes }, folder)
    const supervisor = await Supervisor.start({
      env: {
        MERCHANTPAY_DATABASE_URL: `file:${file}`,
        MERCHANTPAY_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
        MERCHANTPAY_RATE_LIMIT_PER_MINUTE: '0',
        MERCHANTPAY_REGISTRATIONS_PER_HOUR: '0',
        MERCHANTPAY_WITHDRAWAL_DAILY_LIMIT: '1000000',
        MERCHANTPAY_LOG_LEVEL: 'info',
        ...network.settings(gate.url, keyFile),
      },
      nextFaults: () => ({ FAULT_SITES: sitesFile }),
      program,
    })
    await supervisor.ready()
    const driver = await Driver.register(supervisor, 'Ada')
    const sites = new Sites(sitesFile, seeded(seed))
    const payouts = new DyingPayouts(network, supervisor, gate, driver, sites, {
      rows: rowsOf(`file:${file}`),
      ...{ file, cli: program[0] ?? '' },
    })
    payouts.command('ledger', 'adjust', ...payouts.gift(), '--amount', '1000000')
    return payouts
  }

  /** Number of killed servers. */
  get deaths(): number {
    return this.supervisor.exits.length
  }

  /** Creates a withdrawal. @param endings allowed status and failure code, such as `FAILED reverted` */
  async withdraw(...endings: string[]): Promise<string> {
    const to = this.network.newPayee()
    const { network } = this.network
    const key = `${to}-${this.promised.length}`
    const withdrawal = await this.driver.insist(() =>
      this.driver.api.withdrawals.create({
        ...{ amount: AMOUNT, currency: 'USDT', network, destination_address: to, idempotency_key: key },
      }),
    )
    this.promised.push({ id: withdrawal.id, to, endings: endings.length === 0 ? ['COMPLETED'] : endings })
    return withdrawal.id
  }

  async cancel(id: string): Promise<void> {
    const isAnswered = (error: { status?: number }) => error.status === 409
    await this.driver
      .insist(() => this.driver.api.withdrawals.cancel(id))
      .catch((error: { status?: number }) => {
        if (!isAnswered(error)) throw error
      })
  }

  /** Pays to an address without an order. */
  async donate(): Promise<void> {
    await this.network.pay(this.network.controlAddress, UNITS)
    this.donated += UNITS
  }

  /** Does work during which the server is killed at a place. @throws Error when no server reached the place */
  async dieAt(place: Place, work: () => Promise<unknown>): Promise<void> {
    const before = this.deaths
    await this.arm(place)
    await work()
    await this.until(() => this.deaths > before, `no server reached the place: ${place.what}`)
    await this.supervisor.ready()
  }

  /** Makes the next payment revert: the token is paused in its block. */
  revertNext(): void {
    this.gate.onNextBroadcast(async (_, pass) => {
      await this.network.setPaused(true)
      await pass()
      await this.network.mine()
      await this.network.setPaused(false)
      await this.supervisor.kill()
      return undefined
    })
  }

  /** Waits for the broadcast of a withdrawal, then makes it ten minutes older. */
  async growStuck(id: string): Promise<void> {
    await this.until(async () => (await this.endingOf(id)) === 'BROADCAST', `${id} is not BROADCAST`)
    const db = new Database(this.database.file)
    db.prepare('UPDATE signed_transactions SET created_at = created_at - 600000 WHERE withdrawal_id = ?').run(
      id,
    )
    db.close()
  }

  /** Runs an operator command. @returns its exit code */
  command(...args: string[]): number | null {
    const env = { PATH: process.env.PATH, MERCHANTPAY_DATABASE_URL: `file:${this.database.file}` }
    return spawnSync(process.execPath, [this.database.cli, ...args], { env }).status
  }

  /** Waits until all withdrawals have ended. @param pass waits between two checks. @returns the faults */
  async settle(pass: () => Promise<void> = () => pause(POLL_MS)): Promise<string[]> {
    const isOpen = ({ ending }: Row) => !ENDS.has(ending.split(' ')[0] ?? '')
    for (const until = performance.now() + TIMEOUT_MS; ; await pass()) {
      const rows = await this.endings()
      const open = rows.filter(isOpen)
      if (open.length === 0) return this.wrongEndings(rows)
      if (performance.now() > until)
        return [...open.map(({ id, ending }) => `${id} stays ${ending}`), ...(await this.paused())]
    }
  }

  /** Compares the chain with the withdrawals, and verifies the ledger. @returns the faults */
  async prove(): Promise<string[]> {
    const payouts = await this.network.payouts()
    const endings = new Map((await this.endings()).map(({ id, ending }) => [id, ending]))
    const wrong = this.promised.flatMap(({ id, to }) => {
      const paid = payouts.filter((payout) => payout.to === to).map(({ value }) => value)
      const expected = endings.get(id) === 'COMPLETED' ? [UNITS] : []
      return `${paid}` === `${expected}` ? [] : [`${id} ${endings.get(id)}: paid ${paid.length} times`]
    })
    const foreign = payouts.length - this.promised.filter(({ id }) => endings.get(id) === 'COMPLETED').length
    const isDonated = await this.comes(async () => (await this.suspense()) === this.donated * 100n)
    return [
      ...wrong,
      ...(foreign === 0 ? [] : [`${foreign} payments too many`]),
      ...(isDonated ? [] : [`${await this.suspense()} in suspense, not ${this.donated * 100n}`]),
      ...(this.command('ledger', 'verify') === 0 ? [] : ['the ledger is not balanced']),
      ...(await this.paused()),
    ]
  }

  async stop(): Promise<void> {
    this.isOver = true
    await this.mining
    await this.supervisor.stop()
    await this.gate.stop()
  }

  private async arm({ atNode, atStore }: Place): Promise<void> {
    const die = async () => {
      await this.supervisor.kill()
      return undefined
    }
    if (atNode === 'trial') this.gate.onNextSimulation(die)
    if (atNode === 'arriving') this.gate.onNextBroadcast(die)
    if (atNode === 'accepted') {
      this.gate.onNextBroadcast(async (_, pass) => {
        this.miningPausedUntil = performance.now() + MINING_PAUSE_MS
        await pass()
        return die()
      })
    }
    if (!atStore) return
    const { site, after, isAnswered = false } = atStore
    const kill = { site: this.sites.find(site), after: after && this.sites.find(after) }
    if (!isAnswered) return this.supervisor.send({ kill })
    this.gate.onNextBroadcast(async (_, pass) => {
      const answer = await pass()
      await this.supervisor.send({ kill })
      return answer
    })
  }

  private gift(): string[] {
    const { id } = this.driver.merchant
    return [
      '--debit',
      'test/platform/app_rail',
      '--credit',
      `test/${id}/available`,
      '--reason',
      'a stress test',
    ]
  }

  private async mine(): Promise<void> {
    for (; !this.isOver; await pause(BLOCK_EVERY_MS)) {
      // A node may have closed an idle connection.
      if (performance.now() > this.miningPausedUntil) await this.network.mine().catch(() => undefined)
    }
  }

  private endings(): Promise<Row[]> {
    return this.database.rows.all<Row>(
      `SELECT id, status || COALESCE(' ' || failure_code, '') AS ending FROM withdrawals`,
    )
  }

  private async endingOf(id: string): Promise<string | undefined> {
    return (await this.endings()).find((row) => row.id === id)?.ending
  }

  private wrongEndings(rows: readonly Row[]): string[] {
    const found = new Map(rows.map(({ id, ending }) => [id, ending]))
    return this.promised.flatMap(({ id, endings }) => {
      const ending = found.get(id) ?? 'nowhere'
      return endings.includes(ending) ? [] : [`${id} is ${ending}, not ${endings.join(' or ')}`]
    })
  }

  private async suspense(): Promise<bigint> {
    const { network } = this.network
    const id = `test/platform/suspense:${network}`
    const [account] = await this.database.rows.all<{ balance: bigint }>(
      'SELECT balance FROM ledger_accounts WHERE id = ?',
      id,
    )
    return account?.balance ?? 0n
  }

  private async paused(): Promise<string[]> {
    const found = await this.database.rows.all<{ reason: string }>(
      `SELECT reason FROM chain_conditions WHERE kind = 'signer_paused'`,
    )
    return found.map(({ reason }) => `the signer is paused: ${reason}`)
  }

  private async comes(isDone: () => boolean | Promise<boolean>): Promise<boolean> {
    for (const until = performance.now() + TIMEOUT_MS; performance.now() < until; await pause(POLL_MS)) {
      if (await isDone()) return true
    }
    return false
  }

  private async until(isDone: () => boolean | Promise<boolean>, otherwise: string): Promise<void> {
    if (await this.comes(isDone)) return
    throw new Error([otherwise, ...this.supervisor.errors.slice(-3)].join('\n  '))
  }
}
