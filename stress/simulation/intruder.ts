import type { Dice } from '../../packages/server/test/support/ledger/dice.js'
import { Caller, type CallerWorld } from './caller.js'
import type { Answer, Keys } from './exchange.js'
import type { SimulatedNetwork } from './networks/network.js'
import { USDT, usdt } from './plans.js'
import type { Shop } from './shop.js'
import type { SoldOrder } from './sold.js'

/** Seconds after which a signature is no longer valid, and some. */
const OLD_S = 330
/** A key is remembered for a day, and the clock may be wrong by two hours. */
const KEY_MS = 21 * 3_600_000
const STRANGER = '3c'.repeat(20)
const MUCH = 1_000_000n * USDT
/** More than all payers of an order pay too much. */
const MORE = 30_000n * USDT

interface Attack {
  readonly dice: Dice
  /** The merchant that attacks, or whose keys do. */
  readonly own: Shop
  readonly other: Shop
  /** An order of the attacker. */
  readonly order: SoldOrder
  readonly key: string
}

/** A call that is not repeated: a restore in between may have made it harmless. */
type Attempt = Promise<Answer | undefined>

const ATTACKS: Readonly<Record<string, (attack: Attack, world: CallerWorld) => Attempt | undefined>> = {
  'a wrong secret': ({ dice, own }, world) =>
    readBalance(world, dice, own.caller.access, { secret: 'wrong' }),
  'an old signature': ({ dice, own }, world) => readBalance(world, dice, own.caller.access, { lagS: OLD_S }),
  'a revoked key': ({ dice, own }, world) => readBalance(world, dice, own.revoked, {}),
  'the order of another': ({ dice, own, other }) => {
    const { id } = dice.pick(other.orders)
    return own.caller.tryOnce(dice, 'POST', `/v1/orders/${id}/expire`)
  },
  'the payout of another': ({ dice, own, other }) => {
    const [{ id } = { id: '' }] = other.payouts.slice(-1)
    return id === '' ? undefined : own.caller.tryOnce(dice, 'POST', `/v1/withdrawals/${id}/cancel`)
  },
  'a payout above the balance': ({ order, ...attack }) => payOut(attack, order.network, STRANGER, MUCH),
  'a payout to the service': ({ order, ...attack }) =>
    payOut(attack, order.network, order.address, 20n * USDT),
  'a refund of more than was paid': ({ dice, own, key, order: { id, network, amount } }) =>
    own.caller.tryOnce(dice, 'POST', `/v1/orders/${id}/refunds`, {
      ...{ amount: usdt(amount + MORE), destination_address: network.chain.spell(STRANGER) },
      idempotency_key: key,
    }),
  'a used key with another amount': ({ dice, own, order: { key, network, amount, soldAt } }, { time }) =>
    time.now > soldAt + KEY_MS
      ? undefined
      : own.caller.tryOnce(dice, 'POST', '/v1/orders', {
          ...{ amount: usdt(amount + MORE), currency: 'USDT', network: network.name, idempotency_key: key },
        }),
}

/** Makes calls that the service must refuse: with wrong keys, about what others have, and for more than there is. */
export class Intruder {
  /** Attacks that were not refused. */
  readonly successes: string[] = []
  /** Attacks that have no answer yet. */
  running = 0
  private made = 0

  constructor(
    private readonly world: CallerWorld,
    private readonly shops: readonly Shop[],
  ) {}

  async intrude(dice: Dice): Promise<void> {
    const own = dice.pick(this.shops)
    const other = this.shops.find((shop) => shop !== own)
    // An order of a link has no key.
    const keyed = own.orders.filter(({ key }) => key !== undefined)
    if (!other || keyed.length === 0 || other.orders.length === 0) return
    this.made += 1
    const [name, attack] = dice.pick(Object.entries(ATTACKS))
    const order = dice.pick(keyed)
    this.running += 1
    const answer = await attack({ dice, own, other, order, key: `intruder-${this.made}` }, this.world)
    this.running -= 1
    if (!answer) return
    const what = `${own.name} tries ${name}: ${answer.status} ${answer.json.error ?? ''}`
    this.world.story.note(what)
    if (answer.status < 400) this.successes.push(what)
  }
}

function readBalance(
  world: CallerWorld,
  dice: Dice,
  access: Caller['access'],
  changes: Partial<Keys>,
): Attempt | undefined {
  if (typeof access !== 'object') return undefined
  const caller = new Caller(world)
  caller.access = { ...access, ...changes }
  return caller.tryOnce(dice, 'GET', '/v1/balance')
}

function payOut(
  { dice, own, key }: Pick<Attack, 'dice' | 'own' | 'key'>,
  { name, chain }: SimulatedNetwork,
  to: string,
  amount: bigint,
): Attempt {
  return own.caller.tryOnce(dice, 'POST', '/v1/withdrawals', {
    ...{ amount: usdt(amount), currency: 'USDT', network: name },
    ...{ destination_address: chain.spell(to), idempotency_key: key },
  })
}
