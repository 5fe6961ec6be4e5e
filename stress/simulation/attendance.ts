import type { Dice } from '../../packages/server/test/support/ledger/dice.js'
import type { CallerWorld } from './caller.js'
import { jsonRows, type Terminal } from './commands.js'
import type { SimulatedNetwork } from './networks/network.js'
import type { Operator } from './operator.js'
import type { Restores } from './restores.js'
import type { Shop } from './shop.js'

const MINUTE_MS = 60_000
/** No fork replaces the block of a transfer that is older. */
const DEEP_MS = 15 * MINUTE_MS
/** Orders of a shop of which one gets a transfer. */
const RECENT = 15
const REASON = ['--reason', 'as the manual says']
const TEST = ['--environment', 'test']

/** A row of `attention --json`. */
interface Item {
  readonly kind: string
  readonly subject: string
  readonly command: string
}

/** A row of `ledger suspense --json`. */
interface Suspended {
  readonly at: string
  readonly transfer: string
}

interface AttendanceWorld extends CallerWorld {
  readonly terminal: Terminal
  readonly operator: Operator
  readonly shops: readonly Shop[]
  readonly networks: readonly SimulatedNetwork[]
  readonly restores: () => Pick<Restores, 'isRecovering'>
}

/** The operator at the terminal, who handles the items of `attention` that wait for nothing else. */
export class Attendance {
  constructor(private readonly world: AttendanceWorld) {}

  /** Gives about half of the stuck payments up, settles those that moved less, and lets paused signers go on. */
  async attend(dice: Dice): Promise<void> {
    const { terminal, operator } = this.world
    const { lines } = await terminal.runAtOnce('attention', '--json')
    for (const { kind, subject, command } of jsonRows<Item>(lines)) {
      const [, ...words] = command.replace(' --reason "..."', '').split(' ')
      if (kind === 'signer_paused') await this.run(words)
      if (kind === 'payment_mismatch') await this.settle(subject, dice.pick(['paid', 'unpaid']))
      if (kind !== 'withdrawal_stuck' || !dice.chance(50)) continue
      if (await this.run(['withdrawals', 'replace', subject])) operator.replaced.add(subject)
    }
  }

  private async settle(id: string, as: 'paid' | 'unpaid'): Promise<void> {
    if (await this.run(['withdrawals', 'settle', id, '--as', as])) this.world.operator.settledAs.set(id, as)
  }

  /** Rejects the newest payout of a merchant, unless it is signed already, or a lost transaction may have paid it. */
  async reject(dice: Dice): Promise<void> {
    if (this.world.restores().isRecovering) return
    const [{ id } = { id: '' }] = dice.pick(this.world.shops).payouts.slice(-1)
    if (id === '' || !(await this.run(['withdrawals', 'reject', id]))) return
    this.world.operator.note(id, 'against the merchant')
  }

  /** Stops the payouts of a network for up to an hour. */
  async stopPayouts(dice: Dice): Promise<void> {
    const { name } = dice.pick(this.world.networks)
    if (!(await this.run(['payouts', 'stop', ...TEST, '--network', name]))) return
    await this.world.time.sleep((1 + dice.below(60)) * MINUTE_MS)
    await this.run(['payouts', 'resume', ...TEST, '--network', name])
  }

  /** Resumes what is stopped, also by a restore. */
  async resumePayouts(): Promise<void> {
    for (const { name } of this.world.networks)
      await this.run(['payouts', 'resume', ...TEST, '--network', name])
  }

  /**
   * Attributes a transfer in suspense to an order of its network, or to the operator. Not during a recovery, which reads
   * transfers that belong to no order before and to this one after.
   */
  async attribute(dice: Dice): Promise<void> {
    if (this.world.restores().isRecovering) return
    const { terminal, operator, shops, time } = this.world
    const { lines } = await terminal.runAtOnce('ledger', 'suspense', ...TEST, '--json')
    const known = jsonRows<Suspended>(lines).filter(({ at }) => Date.parse(at) < time.now - DEEP_MS)
    if (known.length === 0) return
    const { transfer } = dice.pick(known)
    const [, network] = transfer.split('/')
    const orders = dice.pick(shops).orders.filter((order) => order.network.name === network)
    const open = orders.filter(({ expireAt }) => expireAt > time.now)
    const some = open.length > 0 && dice.chance(50) ? open : orders.slice(-RECENT)
    const order = dice.chance(80) && some.length > 0 ? dice.pick(some) : undefined
    const to = order ? `order:${order.id}` : 'operator'
    if (await this.run(['ledger', 'attribute', transfer, '--to', to]))
      operator.attributed.set(transfer, order?.id)
  }

  /** @returns whether it is done */
  private async run(words: readonly string[]): Promise<boolean> {
    const { isDone, lines } = await this.world.terminal.runAtOnce(...words, ...REASON)
    this.world.story.note(`${words.join(' ')}: ${isDone ? 'done' : lines.join('; ')}`)
    return isDone
  }
}
