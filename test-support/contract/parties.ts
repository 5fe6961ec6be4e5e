import type { Contract } from '../../tools/contract/document.js'
import { type KeyRing, type Keys, sign } from './authentications.js'
import type { Connection } from './connection.js'
import { Resources } from './resources.js'

/** A merchant with money, and the ids of its resources. */
export interface Party {
  readonly ring: KeyRing
  readonly resources: Resources
}

/** A number of orders is paid, so that there is money to withdraw. */
const PAID_ORDERS = 3
const MAX_STEPS = 200
const ORDER = { amount: '120.00', currency: 'USDT', network: 'TRC20' }

type Members = Readonly<Record<string, unknown>>

/** Prepares merchants for the cases. */
export class Preparation {
  constructor(
    private readonly contract: Contract,
    private readonly connection: Connection,
    private readonly advance: () => Promise<void>,
  ) {}

  /** @param scopes every scope of the contract */
  async party(name: string, scopes: readonly string[]): Promise<Party> {
    const body = { name, email: 'ada@books.example', platform_user_id: `${name}-${Date.now()}` }
    const { api_key: made } = await this.call('POST', '/v1/merchants', body)
    const ring = await this.keyRing(keysIn(Object(made)), scopes)
    const hidden = [ring.full, ring.revoked, ...ring.without.values()].map(({ keyId }) => keyId)
    const resources = new Resources(this.contract, hidden)
    for (let count = 0; count < PAID_ORDERS; count += 1)
      resources.add('OrderId', await this.payOrder(ring.full))
    return { ring, resources }
  }

  private async keyRing(full: Keys, scopes: readonly string[]): Promise<KeyRing> {
    const make = async (more: object) =>
      keysIn(await this.call('POST', '/v1/merchants/api-keys', { environment: 'test', ...more }, full))
    const revoked = await make({})
    await this.call('DELETE', `/v1/merchants/api-keys/${revoked.keyId}`, undefined, full)
    const without = new Map<string, Keys>()
    for (const scope of scopes)
      without.set(scope, await make({ scopes: scopes.filter((other) => other !== scope) }))
    return { full, revoked, without }
  }

  /** @returns the id of an order that is PAID */
  private async payOrder(keys: Keys): Promise<string> {
    const { id } = await this.call('POST', '/v1/orders', ORDER, keys)
    await this.call('POST', `/v1/test_helpers/orders/${id}/simulate`, { action: 'pay' }, keys)
    for (let step = 0; step < MAX_STEPS; step += 1) {
      if ((await this.call('GET', `/v1/orders/${id}`, undefined, keys)).status === 'PAID') return `${id}`
      await this.advance()
    }
    throw new Error('the order is not paid')
  }

  private async call(method: string, target: string, body: unknown, keys?: Keys): Promise<Members> {
    const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body))
    const authorization = keys && sign(keys, { method, target, bytes })
    const headers = { 'content-type': 'application/json', ...(authorization && { authorization }) }
    const { status, text } = await this.connection.send({ method, target, headers, bytes }, false)
    if (status >= 300) throw new Error(`${method} ${target} answered ${status} ${text}`)
    return JSON.parse(text) as Members
  }
}

const keysIn = ({ key_id: keyId, secret }: Members): Keys => ({ keyId: `${keyId}`, secret: `${secret}` })
