import { readReply } from '../http/replies.js'
import { callOf, exchange } from '../http/request.js'
import type { ConformanceTarget } from '../targets/target.js'
import { Merchant } from './merchant.js'

/** The merchants that the cases of one run share, registered on first use. */
export class Session {
  #merchant: Promise<Merchant> | undefined
  #other: Promise<Merchant> | undefined

  constructor(readonly target: ConformanceTarget) {}

  /** The merchant of every case that does not count its resources; a new one before the old one reaches its limits. */
  async merchant(): Promise<Merchant> {
    const { keys } = this.target
    const last = await this.#merchant
    if (last && (keys || !last.isWorn)) return last
    this.#merchant = keys ? this.#known(keys) : this.register()
    return this.#merchant
  }

  /** Another merchant, which must not see any resource of the first. */
  other(): Promise<Merchant> {
    this.#other ??= this.register()
    return this.#other
  }

  /** Registers a merchant for one case alone. */
  async register(): Promise<Merchant> {
    const { registrationToken = '' } = this.target
    const headers = { 'x-registration-token': registrationToken }
    const answer = await exchange(this.target, callOf('registerMerchant', { body: registration(), headers }))
    const { id, api_key } = readReply('registerMerchant', answer)
    return new Merchant(this.target, id, { keyId: api_key.key_id, secret: api_key.secret })
  }

  async #known(keys: NonNullable<ConformanceTarget['keys']>): Promise<Merchant> {
    const { id } = readReply(
      'getCurrentMerchant',
      await exchange(this.target, callOf('getCurrentMerchant'), { keys }),
    )
    return new Merchant(this.target, id, keys)
  }
}

/** A body of registerMerchant that no earlier run has sent. */
export function registration(): { name: string; email: string; platform_user_id: string } {
  const email = 'conformance@example.com'
  return { name: 'Conformance', email, platform_user_id: `conformance-${crypto.randomUUID()}` }
}
