import type { Network } from '../../../src/domain/shared/types.js'
import { NETWORKS } from '../../../src/networks/networks.js'
import { encodeAddress } from '../../../src/networks/spellings.js'
import { Dice } from '../ledger/dice.js'
import type { LiveAnswer, LiveShop } from './live-shop.js'
import { StolenSession } from './stolen-session.js'

const DAY_MS = 24 * 3_600_000
/** More than the workers need for what they can send. */
const SETTLE_MS = 10_000
const ADDRESSES = 4
const TREASURY = Buffer.alloc(20, 0x77)
const ACCOUNT_BYTES = 20

/** The result of an attack. */
export interface Loot {
  /** USDT at the addresses of the thief beyond what the thief sent from them, 1e-8 USDT. */
  readonly stolen: bigint
  /** USDT that went to the merchant's own addresses, 1e-8 USDT. */
  readonly own: bigint
  /** How often each action was answered with each status. */
  readonly answers: ReadonlyMap<string, number>
}

/** Puts addresses of the merchant on its list, gives it money, and lets a day pass. */
export async function prepare(shop: LiveShop): Promise<void> {
  for (const network of NETWORKS) await shop.list(network, encodeAddress(network, TREASURY))
  await shop.fund('50000')
  shop.clock.advance(DAY_MS)
  // Shows that the list lets pass what is on it, whatever the thief deletes.
  await shop.withdraw('TRC20', encodeAddress('TRC20', TREASURY))
}

/**
 * Uses a full live key of a merchant for just under 24 hours, in every way that could move its money to new addresses.
 *
 * @param shop after {@link prepare}
 * @param rounds into which the day is divided
 */
export async function attack(shop: LiveShop, seed: number, rounds: number): Promise<Loot> {
  const thief = new Thief(shop, new Dice(seed))
  const startedAt = shop.clock.now()
  const roundMs = Math.floor((DAY_MS - 1) / rounds)
  for (let round = 1; round <= rounds; round += 1) {
    await thief.act(round - 1)
    const leftMs = startedAt + round * roundMs - SETTLE_MS - shop.clock.now()
    if (leftMs > 0) shop.clock.advance(leftMs)
    await shop.settle()
  }
  if (shop.clock.now() - startedAt >= DAY_MS) throw new Error('the attack took longer than a day')
  return thief.loot()
}

class Thief {
  private keys: LiveShop['keys']
  private readonly accounts: readonly Uint8Array[]
  /** Pays orders, and gets refunds of them. */
  private readonly payer: Uint8Array
  /** Everything that was put on a list, and perhaps deleted since. */
  private readonly added: { readonly account: Uint8Array; readonly network: Network }[] = []
  private readonly withdrawals: { readonly id: string; readonly body: object }[] = []
  private readonly answers = new Map<string, number>()
  private readonly paid = new Map<Network, bigint>()

  private readonly actions: Readonly<Record<string, () => Promise<unknown>>> = {
    withdraw: () => this.withdraw(this.account()),
    'withdraw to an added destination': () => this.withdrawToAdded(),
    'withdraw to the treasury': () => this.withdraw(TREASURY),
    'repeat a withdrawal': () => this.repeat(),
    'cancel withdrawals': () => this.cancel(),
    'add a destination': () => this.add(this.account()),
    'delete a destination': () => this.deleteOne(),
    'add a destination again': () => this.addAgain(),
    'make a key': () => this.makeKey(),
    'use the test environment': () => this.useTest(),
    'refund a customer': () => this.refund('customer'),
    'refund the thief': () => this.refund('thief'),
    'refund an order of both': () => this.refund('both'),
    'delete webhooks': () => this.deleteWebhooks(),
    'use the dashboard': () => this.useDashboard(),
    'withdraw during a recovery': () => this.duringRecovery(),
  }

  constructor(
    private readonly shop: LiveShop,
    private readonly dice: Dice,
  ) {
    this.keys = shop.keys
    this.accounts = Array.from({ length: ADDRESSES }, () => this.newAccount())
    this.payer = this.newAccount()
  }

  /** Takes each action once, and then a few at random. */
  async act(round: number): Promise<void> {
    const names = Object.keys(this.actions)
    const chosen = names[round] === undefined ? [] : [names[round]]
    for (let more = this.dice.below(3); more > 0; more -= 1) chosen.push(this.dice.pick(names))
    for (const name of chosen) await this.actions[name]?.()
  }

  async loot(): Promise<Loot> {
    let stolen = 0n
    let own = 0n
    for (const network of NETWORKS) {
      const at = (account: Uint8Array) => this.shop.received(network, encodeAddress(network, account))
      for (const account of this.accounts) stolen += await at(account)
      const gain = (await at(this.payer)) - (this.paid.get(network) ?? 0n)
      if (gain > 0n) stolen += gain
      own += await at(TREASURY)
    }
    return { stolen, own, answers: this.answers }
  }

  private async withdrawToAdded(): Promise<void> {
    if (this.added.length === 0) await this.add(this.account())
    const { account, network } = this.dice.pick(this.added)
    await this.withdraw(account, network)
  }

  private async withdraw(account: Uint8Array, network = this.dice.pick(NETWORKS)): Promise<void> {
    const body = {
      amount: `${10 + this.dice.below(90)}`,
      currency: 'USDT',
      network,
      destination_address: this.spell(network, account),
      ...(this.dice.chance(50) && { idempotency_key: `key ${this.withdrawals.length}` }),
    }
    const { json } = await this.call('POST', '/v1/withdrawals', body)
    if (json.id !== undefined) this.withdrawals.push({ id: json.id, body })
  }

  private async repeat(): Promise<void> {
    if (this.withdrawals.length === 0) return
    await this.call('POST', '/v1/withdrawals', this.dice.pick(this.withdrawals).body)
  }

  private async cancel(): Promise<void> {
    await this.withdraw(this.account())
    for (const made of [this.withdrawals.at(-1), this.dice.pick(this.withdrawals)])
      await this.call('POST', `/v1/withdrawals/${made?.id}/cancel`)
  }

  private add(account: Uint8Array, network = this.dice.pick(NETWORKS)): Promise<LiveAnswer> {
    this.added.push({ account, network })
    const body = { label: 'Treasury', network, address: this.spell(network, account) }
    return this.call('POST', '/v1/withdrawals/destinations', body)
  }

  private async deleteOne(): Promise<void> {
    const { json } = await this.call('GET', '/v1/withdrawals/destinations')
    const listed = json.destinations as { id: string }[]
    if (listed.length === 0) return
    await this.call('DELETE', `/v1/withdrawals/destinations/${this.dice.pick(listed).id}`)
  }

  private async addAgain(): Promise<void> {
    const account = this.account()
    const network = this.dice.pick(NETWORKS)
    const { json } = await this.add(account, network)
    await this.call('DELETE', `/v1/withdrawals/destinations/${json.id}`)
    await this.add(account, network)
    await this.withdraw(account, network)
  }

  private async makeKey(): Promise<void> {
    const before = this.keys
    const made = await this.shop.newKeys('live', before)
    if (!made) return
    this.keys = made
    await this.call('DELETE', `/v1/merchants/api-keys/${before.keyId}`)
  }

  /** An entry and a withdrawal of the test environment are none of the live one. */
  private async useTest(): Promise<void> {
    const test = await this.shop.newKeys('test', this.keys)
    const live = this.keys
    if (!test) return
    this.keys = test
    await this.add(this.account())
    await this.withdrawToAdded()
    this.keys = live
    await this.call('DELETE', `/v1/merchants/api-keys/${test.keyId}`)
  }

  /** Refunds an order, which the thief can also pay to become its payer, to an address of the thief. */
  private async refund(by: 'customer' | 'thief' | 'both'): Promise<void> {
    const network = this.dice.pick(NETWORKS)
    const customer = encodeAddress(network, this.newAccount())
    const payer = encodeAddress(network, this.payer)
    const senders = { customer: [customer], thief: [payer], both: [customer, payer] }[by]
    const id = await this.shop.paidOrder(network, senders, this.keys)
    if (by !== 'customer') this.paid.set(network, (this.paid.get(network) ?? 0n) + PAYMENT)
    const account = by === 'customer' ? this.account() : this.payer
    // Of an order of both more than the thief paid.
    for (const amount of ['5', by === 'both' ? '34' : undefined]) {
      const body = { destination_address: this.spell(network, account), ...(amount && { amount }) }
      await this.call('POST', `/v1/orders/${id}/refunds`, body)
    }
  }

  private async deleteWebhooks(): Promise<void> {
    const events = ['withdrawal.completed', 'payment.confirmed']
    const { json } = await this.call('POST', '/v1/webhooks', { url: 'https://shop.invalid/hooks', events })
    await this.call('DELETE', `/v1/webhooks/${json.id}`)
    await this.call('POST', '/v1/merchants/webhook-secret')
  }

  /** Does with the forms of the dashboard what the API refuses: a new destination, a withdrawal to it, a refund. */
  private async useDashboard(): Promise<void> {
    const { json } = await this.call('POST', '/v1/merchants/dashboard-links', {})
    const session = await StolenSession.open(`${json.url}`)
    const network = this.dice.pick(NETWORKS)
    const address = this.spell(network, this.account())
    const key = `form ${this.answers.size} ${this.dice.below(1_000_000)}`
    const orderId = await this.shop.paidOrder(network, [encodeAddress(network, this.newAccount())], this.keys)
    this.count('add', await session.send('/destinations/new', { label: 'Treasury', network, address }))
    for (const destination of await session.destinations())
      this.count(
        'withdraw',
        await session.send('/withdraw', { amount: '11', destination, key: `${key} ${destination}` }),
      )
    this.count('refund', await session.send(`/orders/${orderId}/refund`, { amount: '5', address, key }))
  }

  private count(form: string, status: number): void {
    const name = `dashboard ${form} ${status}`
    this.answers.set(name, (this.answers.get(name) ?? 0) + 1)
  }

  /** `recovering` ends by itself, with the recovery. */
  private async duringRecovery(): Promise<void> {
    await this.shop.recover()
    await this.withdraw(this.account())
    await this.shop.settle()
    await this.shop.finishRecovery()
  }

  private async call(method: string, target: string, body?: object): Promise<LiveAnswer> {
    const answer = await this.shop.call(method, target, body, this.keys)
    const path = target.replaceAll(/[0-9a-f-]{36}|wh_[0-9a-f]+|mk_\w+/g, '{}')
    const state = [answer.status, answer.json.error ?? answer.json.status].filter(Boolean).join(' ')
    const name = `${method} ${path} ${state}`
    this.answers.set(name, (this.answers.get(name) ?? 0) + 1)
    return answer
  }

  private account(): Uint8Array {
    return this.dice.pick(this.accounts)
  }

  private newAccount(): Uint8Array {
    return Uint8Array.from({ length: ACCOUNT_BYTES }, () => this.dice.below(256))
  }

  /** An Ethereum address has three spellings. */
  private spell(network: Network, account: Uint8Array): string {
    const address = encodeAddress(network, account)
    if (network === 'TRC20') return address
    return this.dice.pick([address, address.toLowerCase(), `0x${address.slice(2).toUpperCase()}`])
  }
}

/** A payment of {@link LiveShop.paidOrder}, 1e-8 USDT. */
const PAYMENT = 2_000_000_000n
