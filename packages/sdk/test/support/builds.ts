import { createRequire } from 'node:module'
import type * as source from '../../src/index.js'
import { KEY_ID, SECRET } from './keys.js'

const require = createRequire(import.meta.url)

/** The package as it is built for `require`. */
export const commonJs: typeof source = require('../../dist/index.cjs')
/** The package as it is built for `import`; built before the tests run. */
export const esModule: typeof source = await import('../../dist/index.js' as string)

/** Makes the ES module load what it loads during its first call, which takes real time and none of a virtual clock. */
export async function loadFirstCall(): Promise<void> {
  const fetch = async () => new Response('{"error":"order not found"}', { status: 404 })
  const key = { baseUrl: 'https://pay.example', keyId: KEY_ID, secret: SECRET, rateLimit: false } as const
  await new esModule.MerchantPay({ ...key, fetch }).orders.get('o1').catch(() => undefined)
}
