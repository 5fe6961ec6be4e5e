import { Dice } from '../../packages/server/test/support/ledger/dice.js'
import { Attendance } from './attendance.js'
import { Terminal } from './commands.js'
import { Coverage } from './coverage.js'
import { Disturbances } from './disturbances.js'
import { Findings } from './findings.js'
import { seededIds, useIds } from './ids.js'
import { type Installation, inInstallation, OPERATOR_TOKEN } from './installation.js'
import { Intruder } from './intruder.js'
import { useLocks } from './key-locks.js'
import { lastSettings } from './limits.js'
import { Links } from './links.js'
import type { SimulatedNetwork } from './networks/network.js'
import { watchStores } from './open-store.js'
import { Operator } from './operator.js'
import { compare } from './oracle.js'
import { Rates } from './rates.js'
import { EventReader } from './readers.js'
import { Restores } from './restores.js'
import { Servers } from './servers.js'
import type { Surroundings } from './service.js'
import { Shop } from './shop.js'
import type { SimulationReport } from './simulation-report.js'
import { Story } from './story.js'
import { Sweeps } from './sweeps.js'
import { Turns } from './turns.js'
import type { VirtualTime } from './virtual-time.js'

const START = Date.UTC(2027, 0, 4)
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const STEP_MS = 60_000
/** While nothing is under way, timers due within this time run at once. Servers on PostgreSQL keep leases and connections. */
const LEAP_MS = 5 * STEP_MS
const LEASED_LEAP_MS = 9_000
/** Long leaps would make hours of the short pauses of recoveries and sweeps, and hide the branches of a fork from servers. */
const [SHORT_LEAP_MS, FORK_LEAP_MS] = [2_000, 10_000]
/** In longer leaps a sender that runs before its watcher finds the network not followed, and signs nothing. */
const SETTLING_LEAP_MS = 60_000
/** Windows, late payments, confirmations and the whole schedule of webhooks end within this time. */
const QUIET_MS = 2.5 * HOUR_MS
/** A refill of the hot wallet, and one with which all payouts can be paid; 1e-6 USDT. */
const REFILL = 2_000_000_000n
const FUNDS = 10_000_000_000_000n
/** How long a call of a command to a node takes each way, where it may be killed. */
const MOST_COMMAND_MS = 300
const SEND = /broadcasttransaction$/

export interface SimulationOptions {
  readonly seed: number
  readonly days: number
  readonly ordersPerDay?: number
  /** How much more often everything happens than in a usual life, 1 by default. */
  readonly pace?: number
  readonly isTold?: boolean
  /** False for a world without faults. */
  readonly isHostile?: boolean
  /** Names of the only turns that happen, all by default. */
  readonly only?: readonly string[]
  /** A PostgreSQL server, on which the life makes its database. It lives on SQLite without. */
  readonly postgresUrl?: string
}

/** Lives through days of one installation, with faults of everything around it, made from a seed. Once in a process. */
export async function simulate(options: SimulationOptions): Promise<SimulationReport> {
  return inInstallation(options, START, (installation) => new World(options, installation).live())
}

class World {
  private readonly time: VirtualTime
  private readonly networks: readonly SimulatedNetwork[]
  private readonly story: Story
  private readonly turns: Turns
  private readonly operator: Operator
  private readonly attendance: Attendance
  private readonly shops: readonly Shop[]
  private readonly intruder: Intruder
  private readonly rates: Rates
  private readonly links: Links
  private readonly readers: readonly EventReader[]
  private readonly disturbances: Disturbances
  /** Answers that should have been 503. */
  private readonly failures: string[] = []
  private readonly leapMs: number
  private readonly coverage: Coverage
  private readonly servers: Servers
  private readonly restores: Restores
  private readonly sweeps: Sweeps
  private areFaultsOver: boolean
  private isReliable = true
  /** When the operator took the daily limit of the hot wallets back, and raised that of fees. */
  private unlimitedAt = Number.POSITIVE_INFINITY

  constructor(
    private readonly options: SimulationOptions,
    private readonly installation: Installation,
  ) {
    const { time, networks, environment, database, postgres, signer } = installation
    this.time = time
    this.networks = networks
    this.leapMs = postgres ? LEASED_LEAP_MS : LEAP_MS
    const { seed, isHostile = true, isTold = false, only, pace = 1 } = options
    this.areFaultsOver = !isHostile
    const now = () => this.time.now
    this.story = new Story(now, isTold)
    this.turns = new Turns({
      ...{ seed, only, pace, stepMs: STEP_MS, sinceStart: () => now() - START },
      onTurn: (name) => this.story.note(`turn: ${name}`),
    })
    const callers = {
      ...{ time, story: this.story, service: () => this.servers.any() },
      isReliable: () => this.areFaultsOver || this.isReliable,
      onFailure: (what: string) => {
        // A call whose commit has no known outcome is a 500.
        if (database.felt !== 'gone' && database.felt !== 'unsteady') this.failures.push(what)
      },
    }
    this.operator = new Operator(callers, OPERATOR_TOKEN)
    this.shops = ['books', 'tea'].map(
      (name, at) => new Shop(name, { ...callers, networks, dice: new Dice(seed + 10 + at) }),
    )
    this.intruder = new Intruder(callers, this.shops)
    this.rates = new Rates({ ...callers, now, dice: new Dice(seed + 60) })
    const restores = () => this.restores
    const { shops: allShops, rates } = this
    this.links = new Links({ ...callers, networks, shops: allShops, rates, restores })
    this.readers = allShops.map((shop) => new EventReader(shop, { ...callers, restores }))
    const nodes = new Map(networks.flatMap((network) => [...network.nodes]))
    this.coverage = new Coverage(now, (row) => this.restores.noteRow(row))
    watchStores({
      // The driver of PostgreSQL lets the time wait for each statement.
      during: (work) => (postgres ? work() : time.duringWork(work)),
      over: (store) => this.coverage.over(store),
    })
    const ids = seededIds(new Dice(seed + 21), now)
    useIds(ids)
    const surroundings: Surroundings = {
      ...{ time, environment, database, postgres, coverage: this.coverage },
      dice: new Dice(seed + 20),
      ids,
      fetchFromNode: async (url, init) => {
        const { origin, pathname } = new URL(`${url}`)
        if (origin === signer?.url) return signer.answer(`${init?.body}`)
        const node = nodes.get(origin)
        if (!node) throw new TypeError('fetch failed')
        signer?.watch(`${init?.body}`)
        return node.answer(pathname, `${init?.body}`)
      },
      fetchRates: () => this.rates.answer(),
      sendWebhook: async (post, signal) => {
        const shop = this.shops.find(({ receiver }) => receiver.url === post.url)
        return shop ? shop.receiver.receive(post, signal) : { delivered: false, error: 'dns_error' }
      },
    }
    this.servers = new Servers({ surroundings, story: this.story, dice: new Dice(seed + 40) })
    const { servers, shops, operator } = this
    const terminal = new Terminal(time)
    this.attendance = new Attendance({ ...callers, ...{ terminal, operator, shops, networks, restores } })
    useLocks(time)
    this.sweeps = new Sweeps({ ...callers, ...installation, terminal })
    // Commands ask the nodes, too. A process that may be killed takes time for it.
    globalThis.fetch = async (url, init) => {
      const { owner } = time
      const wait = async (hasSent: boolean) => {
        if (owner) await this.sweeps.takeTime(owner, 1 + surroundings.dice.below(MOST_COMMAND_MS), hasSent)
      }
      await wait(false)
      const answer = await surroundings.fetchFromNode(url, init)
      await wait(SEND.test(`${url}`))
      return answer
    }
    this.restores = new Restores({ ...callers, ...installation, terminal, servers, shops, operator })
    this.disturbances = new Disturbances({
      ...{ turns: this.turns, story: this.story, restores: this.restores, coverage: this.coverage },
      ...{ ...installation, servers, shops, rates, sweeps: this.sweeps },
      isOver: () => this.areFaultsOver,
    })
  }

  async live(): Promise<SimulationReport> {
    await this.time.until(this.servers.all())
    for (const shop of this.shops) await this.time.until(shop.open())
    await this.pass(10 * MINUTE_MS)
    const end = this.time.now + this.options.days * DAY_MS
    this.turns.turn('unreliable connections', () => {
      this.isReliable = false
    })
    let quietMs = 0
    for (; this.time.now + quietMs < end; quietMs += STEP_MS) {
      this.actors()
      if (!this.areFaultsOver) this.disturbances.next()
      // Steps in which nothing happens pass together.
      if (this.turns.areDrawn || quietMs >= this.leapMs) {
        await this.pass(quietMs)
        this.turns.take()
        quietMs = 0
      }
    }
    await this.pass(quietMs)
    this.areFaultsOver = true
    this.story.note('the faults are over')
    this.installation.database.mend()
    this.rates.mend()
    void this.servers.all().then((services) => {
      for (const service of services) service.spare()
    })
    await this.settle()
    return this.report()
  }

  private async pass(ms: number, leapMs = this.leapMs): Promise<void> {
    const { time, restores, sweeps, disturbances } = this
    for (const end = time.now + ms; time.now < end; ) {
      const isPolled = restores.isRecovering || sweeps.running > 0
      const calmMs = disturbances.forking > 0 ? Math.min(FORK_LEAP_MS, leapMs) : leapMs
      // A clock that is wrong for a moment would be wrong for a whole leap.
      const leap = time.wrongByMs !== 0 ? 0 : isPolled ? SHORT_LEAP_MS : calmMs
      await time.pass(leap === leapMs ? end : Math.min(end, time.now + STEP_MS), leap)
    }
  }

  /** Lets everything end: what waits for money gets it, and what waits for a person is decided. */
  private async settle(): Promise<void> {
    const { networks, operator, time } = this
    for (const { chain, hotWallet } of networks) await chain.pay(hotWallet, FUNDS)
    this.unlimitedAt = time.now
    Object.assign(this.installation.environment, lastSettings())
    this.servers.restart(1_000)
    const dice = new Dice(this.options.seed + 30)
    const end = time.now + QUIET_MS
    while (time.now < end) {
      void operator.review(dice)
      void this.attendance.attend(dice)
      void this.attendance.resumePayouts()
      void this.restores.decide()
      void this.rates.review()
      await this.pass(10 * MINUTE_MS, Math.min(this.leapMs, SETTLING_LEAP_MS))
    }
  }

  private async report(): Promise<SimulationReport> {
    const [service, ...others] = await this.time.until(this.servers.all())
    if (!service) throw new Error('an installation without servers')
    const last = new Dice(this.options.seed + 31)
    await this.time.until(this.links.learnAll(last))
    for (const reader of this.readers) await this.time.until(reader.read(last))
    const open = [...this.shops, this.links, ...this.readers].reduce((sum, { running }) => sum + running, 0)
    const findings = new Findings()
    findings.expect('scripts that have not ended', open, 0)
    const { networks, shops, operator, intruder, restores, links, rates, readers, unlimitedAt } = this
    findings.expect('a sweep has not ended', this.sweeps.running, 0)
    findings.expect(`a recovery has not ended, ${restores.waitsFor}`, restores.isRecovering, false)
    findings.note(restores.breaches)
    findings.note([...this.failures, ...operator.refusals, ...this.installation.breaches()])
    const people = { shops, operator, intruder, links, rates, readers, sweeps: this.sweeps }
    const world = { networks, ...people, unlimitedAt, shortOf: (shop: Shop) => restores.shortOf(shop) }
    await this.time.until(compare(service, world, findings))
    await this.time.until(service.prove(findings))
    for (const each of [service, ...others]) await this.time.until(each.stop())
    return {
      violations: findings.violations,
      checks: findings.checks,
      end: this.story.end,
      trace: this.story.trace,
      faults: this.disturbances.counts,
      turns: this.turns.drawn,
      reached: this.coverage.reached,
      orders: this.shops.reduce((sum, { orders }) => sum + orders.length, 0),
      payouts: this.shops.reduce((sum, { payouts }) => sum + payouts.length, 0),
      simulatedMs: this.time.now - START,
    }
  }

  /** Starts what merchants do in the next step. */
  private actors(): void {
    const { turns, shops } = this
    const { ordersPerDay = 100 } = this.options
    turns.maybe('sell', ordersPerDay, (dice) => void dice.pick(shops).sell(dice))
    turns.maybe('withdraw', ordersPerDay * 0.4, (dice) => void dice.pick(shops).withdraw(dice))
    turns.maybe('refund', ordersPerDay * 0.25, (dice) => void dice.pick(shops).refund(dice))
    turns.maybe('app', ordersPerDay * 0.1, (dice) => {
      void dice.pick(shops).sellInApp(dice, (sale) => this.operator.payInApp(sale, dice))
    })
    turns.maybe('sell at a price', ordersPerDay * 0.1, (dice) => {
      void dice.pick(shops).sell(dice, this.rates.price(dice))
    })
    turns.maybe('pay again', 8, (dice) => {
      const isRejected = (id: string) => this.operator.verdicts.get(id) === 'against the merchant'
      void dice.pick(shops).payAgain(dice, isRejected)
    })
    turns.maybe('link', ordersPerDay * 0.05, (dice) => void this.links.make(dice))
    turns.maybe('close link', 4, (dice) => void this.links.close(dice))
    turns.maybe('pay link', ordersPerDay * 0.2, (dice) => void this.links.pay(dice))
    turns.maybe('strangers', 2, (dice) => void this.links.intrude(dice))
    turns.maybe('siege', 0.1, (dice) => {
      void this.links.besiege(dice, () => this.areFaultsOver)
    })
    turns.maybe('confirm rates', 24, () => void this.rates.review())
    turns.maybe('read events', 24, (dice) => void dice.pick(this.readers).read(dice))
    turns.maybe('intrude', ordersPerDay * 0.2, (dice) => void this.intruder.intrude(dice))
    turns.maybe('accept', ordersPerDay * 0.2, (dice) => void dice.pick(shops).accept(dice))
    turns.maybe('rotate', 2, (dice) => void dice.pick(shops).rotate(dice))
    turns.maybe('rotate key', 2, (dice) => void dice.pick(shops).rotateKey(dice))
    turns.maybe('review', 24, (dice) => void this.operator.review(dice))
    turns.maybe('verify chains', 4, () => void this.operator.verify(this.networks))
    turns.maybe('attend', 24, (dice) => void this.attendance.attend(dice))
    turns.maybe('reject', 8, (dice) => void this.attendance.reject(dice))
    turns.maybe('stop payouts', 2, (dice) => void this.attendance.stopPayouts(dice))
    turns.maybe('attribute', 24, (dice) => void this.attendance.attribute(dice))
    turns.maybe('sweep', 4, (dice) => void this.sweeps.sweep(dice))
    turns.maybe('back up', 6, () => void this.restores.backUp())
    turns.maybe('refill', 6, (dice) => {
      const { chain, name, hotWallet } = dice.pick(this.networks)
      this.story.note(`the hot wallet of ${name} is refilled`)
      void chain.pay(hotWallet, REFILL)
    })
  }
}
