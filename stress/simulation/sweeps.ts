import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Dice } from '../../packages/server/test/support/ledger/dice.js'
import type { CallerWorld } from './caller.js'
import type { Ended, Terminal } from './commands.js'
import { releaseLocks } from './key-locks.js'
import { COLD_WALLET, GAS_WALLET, type SimulatedNetwork, WALLET_WORDS } from './networks/network.js'

const MINUTE_MS = 60_000
/** Starts of one file until the operator gives up. */
const MOST_STARTS = 12
/** Calls of a process until it is killed, each counted before and after. */
const MOST_CALLS = 160
/** Plans of one sweep, and how long after each other; also the time until a killed process soon starts again. */
const MOST_TRIES = 10
const SOON_MS = 20_000
const PRICE = ['--age', '0', '--coin-price', '0.3', '--max-percent', '100']
const MOST_COST = ['--max-cost', '100000']

interface SweepsWorld extends CallerWorld {
  readonly terminal: Terminal
  readonly networks: readonly SimulatedNetwork[]
  readonly folder: string
}

/** The operator's sweeps of payments to the cold wallet. A process that sends may be killed in each of its calls. */
export class Sweeps {
  /** The addresses of each signed plan, as their networks spell them. */
  readonly signed: (readonly string[])[] = []
  running = 0
  private readonly folder: string
  private made = 0
  private process: object | undefined
  /** Calls of the process that have not ended. */
  private underWay = 0
  private callsLeft = Number.POSITIVE_INFINITY
  private isDyingOnceSent = false
  private endProcess: () => void = () => undefined

  constructor(private readonly world: SweepsWorld) {
    this.folder = join(world.folder, 'sweeps')
    mkdirSync(this.folder)
    writeFileSync(this.file('seed'), WALLET_WORDS, { mode: 0o600 })
    writeFileSync(this.file('gas.key'), GAS_WALLET.key, { mode: 0o600 })
  }

  /** Empties some addresses of a network that can be swept. */
  async sweep(dice: Dice): Promise<void> {
    const [network] = this.world.networks.filter(({ accountPath }) => accountPath !== undefined)
    if (!network || this.running > 0) return
    this.running += 1
    const file = await this.sign(network, dice)
    for (let start = 0; file !== undefined && start < MOST_STARTS; start += 1) {
      if (await this.send(file, dice)) break
      await this.world.time.sleep(dice.below(dice.chance(50) ? SOON_MS : 2 * MINUTE_MS))
    }
    this.running -= 1
  }

  /**
   * Lets a call of a process to a node take time, before it happens and after it. The process may be killed in both, so no leap
   * hides them.
   *
   * @param hasSent whether the call handed out a transaction
   */
  async takeTime(process: object, ms: number, hasSent: boolean): Promise<void> {
    if (process === this.process) {
      this.callsLeft -= 1
      if (this.callsLeft <= 0 || (hasSent && this.isDyingOnceSent)) this.kill()
      else this.begin(1)
    }
    await this.world.time.sleep(ms)
    if (process === this.process) this.begin(-1)
  }

  /** Kills the process that sends. */
  kill(): void {
    if (!this.process) return
    this.world.time.drop(this.process)
    releaseLocks(this.process)
    this.end()
    this.endProcess()
  }

  private end(): void {
    this.process = undefined
    this.begin(-this.underWay)
  }

  private begin(calls: number): void {
    this.underWay += calls
    this.world.time.underWay += calls
  }

  /** @returns the signed file, undefined where there is nothing to sweep */
  private async sign({ name, chain, settings, accountPath, hotWallet }: SimulatedNetwork, dice: Dice) {
    const { terminal } = this.world
    this.made += 1
    const [pin, plan, signed] = ['pin', 'plan', 'signed'].map((each) => this.file(`${each}-${this.made}`))
    const [seed, cold] = [['--seed-file', this.file('seed')], chain.spell(COLD_WALLET)]
    const [chainId, token] = ['CHAIN_ID', 'TOKEN'].map(
      (each) => `${settings[`MERCHANTPAY_TEST_${name}_${each}`]}`,
    )
    const to = dice.pick(['cold', 'hot'] as const)
    const pinned = await terminal.runAtOnce(
      ...['sweeps', 'pin', '--network', name, ...seed, '--path', `${accountPath}`],
      ...['--chain-id', `${chainId}`, '--token', `${token}`, ...MOST_COST, '--out', `${pin}`],
      ...['--cold', cold, '--hot', chain.spell(hotWallet), '--hot-limit', '1000000'],
    )
    this.note('pin', pinned)
    const limit = `${1 + dice.below(4)}`
    if (!(await this.plan(['--network', name, '--to', to, '--limit', limit, '--out', `${plan}`])))
      return undefined
    const typed = (to === 'cold' ? cold : chain.spell(hotWallet)).slice(-6)
    const options = ['--pin', `${pin}`, ...seed, '--out', `${signed}`]
    const ended = await terminal.answer(typed, 'sweeps', 'sign', `${plan}`, ...options)
    this.note('sign', ended)
    if (!ended.isDone) return undefined
    const { items } = JSON.parse(readFileSync(`${plan}`, 'utf8')) as { items: { address: string }[] }
    this.signed.push(items.map(({ address }) => address))
    return signed
  }

  /** Plans once the server has seen the newest solid block. @returns whether there is a plan */
  private async plan(options: readonly string[]): Promise<boolean> {
    const { terminal, time } = this.world
    const words = ['sweeps', 'plan', '--environment', 'test', ...PRICE, ...options]
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      // It reads the database, which is not replaced meanwhile.
      const ended = await terminal.run(...words)
      this.note('plan', ended)
      if (ended.isDone || !/asked for/.test(ended.lines.join())) return ended.isDone
      await time.sleep(SOON_MS)
    }
    return false
  }

  /** Starts the command that sends, which is killed at times. @returns whether it came to its end */
  private async send(file: string, dice: Dice): Promise<boolean> {
    const { terminal, story, isReliable } = this.world
    const process = {}
    this.callsLeft = !isReliable() && dice.chance(70) ? 1 + dice.below(MOST_CALLS) : Number.POSITIVE_INFINITY
    this.isDyingOnceSent = !isReliable() && dice.chance(40)
    this.process = process
    const killed = new Promise<undefined>((resolve) => {
      this.endProcess = () => resolve(undefined)
    })
    const options = ['--gas-key-file', this.file('gas.key'), ...MOST_COST]
    const ended = terminal.beside(process, 'sweeps', 'send', file, ...options)
    const end = await Promise.race([ended, killed])
    if (end) {
      this.end()
      this.note('send', end)
      return end.isDone || !end.lines.some((line) => line.startsWith('open'))
    }
    story.note('the process that sends sweeps is killed')
    if (dice.chance(30)) this.loseLogs()
    return false
  }

  /** The sweep goes on from another machine, which has the key and the signed file. */
  private loseLogs(): void {
    this.world.story.note('its log is lost')
    for (const name of readdirSync(this.folder)) if (name.endsWith('.topups')) rmSync(this.file(name))
  }

  private note(what: string, { isDone, lines }: Ended): void {
    this.world.story.note(`sweeps ${what}: ${isDone ? 'done' : lines.join('; ')}`)
  }

  private file(name: string): string {
    return join(this.folder, name)
  }
}
