import { merchantEnvironment, startSandbox } from '../../../../../test-support/processes/sandbox-server.js'

/** The credentials and address of a merchant's client. */
export interface Account {
  readonly baseUrl: string
  readonly keyId: string
  readonly secret: string
}

/** The built server as it is shipped, without its request limits, so that a proof may ask often. */
export interface Reference {
  readonly url: string
  /** Registers another merchant. */
  register(): Promise<Account>
  stop(): Promise<void>
}

/** Starts it on an empty database. */
export async function startReference(): Promise<Reference> {
  const { url, stop } = await startSandbox({
    MERCHANTPAY_RATE_LIMIT_PER_MINUTE: '0',
    MERCHANTPAY_SANDBOX_BLOCK_MS: '50',
  })
  let merchants = 0
  return {
    url,
    async register() {
      merchants += 1
      const environment = await merchantEnvironment(url, `shop-${merchants}`)
      const { MERCHANTPAY_KEY_ID: keyId, MERCHANTPAY_SECRET: secret } = environment
      return { baseUrl: url, keyId, secret }
    },
    stop,
  }
}
