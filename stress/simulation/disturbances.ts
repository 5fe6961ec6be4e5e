import type { Dice } from '../../packages/server/test/support/ledger/dice.js'
import type { Coverage } from './coverage.js'
import type { Installation } from './installation.js'
import { NODE_FAULTS, type SimulatedChain, type SimulatedNetwork } from './networks/network.js'
import type { Rates } from './rates.js'
import type { Restores } from './restores.js'
import type { Servers } from './servers.js'
import type { OutsideCall } from './service.js'
import type { Shop } from './shop.js'
import type { Story } from './story.js'
import type { Sweeps } from './sweeps.js'
import type { Turns } from './turns.js'

const MINUTE_MS = 60_000
/** Where a process dies: more often in what changes money, and in answers to callers, than these come. */
const OFTEN: readonly OutsideCall[] = ['write', 'send', 'answer']
const DEADLY: readonly OutsideCall[] = [...OFTEN, ...OFTEN, 'write', 'write', 'node', 'webhook']

/** Payments this much deeper than a usual fork are credited most often. */
const CREDITED = 8
/** The most minutes for which a fork waits for a transaction that it takes out. */
const MOST_WAIT = 20
/** Within this time servers record a transaction, and within the other one they may confirm what a fork has moved. */
const RECORDED_MS = 20_000
const CONFIRMED_MS = 90_000

interface DisturbedWorld extends Pick<Installation, 'time' | 'networks' | 'signer' | 'database'> {
  readonly turns: Turns
  readonly story: Story
  readonly servers: Servers
  readonly shops: readonly Shop[]
  readonly restores: Restores
  readonly coverage: Coverage
  readonly rates: Rates
  readonly sweeps: Sweeps
  readonly isOver: () => boolean
}

/** Returns how many blocks a fork replaces: most often so many that it takes a transaction out. */
function depthOf(dice: Dice, chain: SimulatedChain, least: number, most: number): number {
  const depths = chain.depths(most).filter((depth) => depth >= least)
  return depths.length > 0 && dice.chance(80) ? dice.pick(depths) : least + dice.below(most - least + 1)
}

/** All that goes wrong around the servers of a life. */
export class Disturbances {
  /** By kind. */
  readonly counts = new Map<string, number>()
  /** How many forks are under way: meanwhile the servers poll often enough to see both branches. */
  forking = 0

  constructor(private readonly world: DisturbedWorld) {}

  /** Lets something go wrong in the next step. */
  next(): void {
    const { time, turns, networks, servers, shops, signer, restores, database, coverage, rates } = this.world
    turns.maybe('node', 10, (dice) => {
      const kind = dice.pick(NODE_FAULTS)
      const [url, node] = dice.pick(networks.flatMap(({ nodes }) => [...nodes]))
      const until = time.now + (1 + dice.below(20)) * MINUTE_MS
      node.fault = { kind, until }
      this.count(`node ${kind}`, `${url} is ${kind} until ${new Date(until).toISOString()}`)
    })
    turns.maybe('signer', 10, (dice) => {
      const until = time.now + (1 + dice.below(40)) * MINUTE_MS
      const kind = signer?.fail(dice, until)
      if (kind) this.count(`signer ${kind}`, `the signer: ${kind} until ${new Date(until).toISOString()}`)
    })
    turns.maybe('fork', 16, (dice) => {
      const network = dice.pick(networks)
      void this.fork('fork', dice, network, 1, network.forkDepth)
    })
    turns.maybe('deep fork', 8, (dice) => {
      const deep = networks.filter(({ forkDepth, deepestFork }) => deepestFork > forkDepth)
      if (deep.length === 0) return
      const network = dice.pick(deep)
      const { forkDepth, deepestFork } = network
      void this.fork('deep fork', dice, network, forkDepth + CREDITED, deepestFork)
    })
    turns.maybe('mishap', 8, (dice) => {
      const { name, chain } = dice.pick(networks)
      this.count('mishap', `${name}: ${chain.mishap(dice)}`)
    })
    turns.maybe('kill', 15, (dice) => {
      const at = dice.pick(DEADLY)
      const isAfter = dice.chance(60)
      const name = servers.kill(dice, at, isAfter, (1 + dice.below(120)) * 1_000)
      this.count('kill', `${name} will die ${isAfter ? 'after' : 'before'} a call: ${at}`)
    })
    turns.maybe('kill at a step', 40, async (dice) => {
      // Loaded after the installation of the virtual time.
      const { stateRows } = await import('./state-tables.js')
      const row = dice.pick(stateRows())
      coverage.trap(row, () => {
        this.count(
          'kill at a step',
          `${servers.killWriter(dice, (1 + dice.below(50)) * 1_000)} will die: ${row}`,
        )
      })
    })
    turns.maybe('stop', 1.5, (dice) => {
      this.count('stop', `${servers.stop(dice, (1 + dice.below(40)) * 1_000)} is stopped`)
    })
    turns.maybe('pause', 2, (dice) => {
      const until = time.now + (1 + dice.below(10)) * MINUTE_MS
      const name = servers.pause(dice, until)
      this.count('pause', `${name} stands still until ${new Date(until).toISOString()}`)
    })
    turns.maybe('restore', 1.5, (dice) => {
      this.world.sweeps.kill()
      void restores.restore(dice)
      this.count('restore', 'a backup is to be restored')
    })
    turns.maybe('receiver', 2, (dice) => {
      const { receiver, name } = dice.pick(shops)
      receiver.downUntil = time.now + (10 + dice.below(120)) * MINUTE_MS
      this.count(
        'receiver',
        `the receiver of ${name} is down until ${new Date(receiver.downUntil).toISOString()}`,
      )
    })
    turns.maybe('clock', 6, (dice) => {
      // A process that starts takes the clock that there is.
      if (!servers.areRunning) return
      const byMs = dice.pick([-1, 1]) * (3 + dice.below(7_200)) * 1_000
      this.count('clock', `the clock is set by ${byMs} ms, for a moment`)
      time.wrongByMs = byMs
      void time.sleep((1 + dice.below(50)) * 1_000).then(() => {
        time.wrongByMs = 0
      })
    })
    turns.maybe('rates', 4, (dice) => {
      const until = time.now + (1 + dice.below(60)) * MINUTE_MS
      const kind = rates.fail(dice, until)
      this.count(`rates ${kind}`, `the source of rates is ${kind} until ${new Date(until).toISOString()}`)
    })
    turns.maybe('market', 3, (dice) => {
      rates.jump(dice)
      this.count('market', 'exchange rates jump')
    })
    turns.maybe('slow disk', 1, (dice) => {
      database.slowUntil = time.now + (1 + dice.below(20)) * MINUTE_MS
      this.count('slow disk', `the disk is slow until ${new Date(database.slowUntil).toISOString()}`)
    })
    turns.maybe('database', 4, (dice) => {
      const { kind, until } = database.fail(dice)
      this.count(`database ${kind}`, `the database is ${kind} until ${new Date(until).toISOString()}`)
    })
  }

  /** Replaces blocks, once one of them has a transaction that the servers have recorded, or after a long wait without one. */
  private async fork(
    kind: 'fork' | 'deep fork',
    dice: Dice,
    { name, chain }: SimulatedNetwork,
    least: number,
    most: number,
  ): Promise<void> {
    const { time, isOver } = this.world
    const isInReach = async () => {
      await chain.catchUp()
      return chain.depths(most).some((depth) => depth >= least)
    }
    for (let minutes = 0; minutes < MOST_WAIT && !(await isInReach()); minutes += 1)
      await time.sleep(MINUTE_MS)
    this.forking += 1
    await time.sleep(RECORDED_MS)
    if (!isOver()) {
      const depth = depthOf(dice, chain, least, most)
      await chain.fork(depth, kind === 'deep fork')
      this.count(kind, `the newest ${depth} blocks of ${name} are replaced`)
      await time.sleep(CONFIRMED_MS)
    }
    this.forking -= 1
  }

  private count(kind: string, what: string): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1)
    this.world.story.note(what)
  }
}
