import { fileURLToPath } from 'node:url'
import { MerchantPay } from '@merchantpay/sdk'
import { expect, onTestFinished, test, vi } from 'vitest'
import { merchantEnvironment, startSandbox } from '../../../test-support/processes/sandbox-server.js'
import { root, run } from '../../../tools/lib/run.js'

const cwd = fileURLToPath(new URL('..', import.meta.url))
const PATIENCE = { timeout: 30_000, interval: 200 }

test.each([
  ['pay', 0, 'paid'],
  ['expire', 10, 'expired: nothing was paid'],
] as const)(
  'after %s the script exits with %i',
  async (action, exitCode, text) => {
    const sandbox = await startSandbox()
    onTestFinished(sandbox.stop)
    const merchant = await merchantEnvironment(sandbox.url, 'cli-script')
    const { MERCHANTPAY_KEY_ID: keyId, MERCHANTPAY_SECRET: secret } = merchant
    const mp = new MerchantPay({ baseUrl: sandbox.url, keyId, secret })
    const env = { ...process.env, ...merchant, PATH: `${root}/node_modules/.bin:${process.env.PATH}` }

    const selling = run('sh', ['sell.sh', '25.00'], { cwd, env })
    const order = await vi.waitFor(async () => {
      const { orders } = await mp.orders.list()
      expect(orders).toHaveLength(1)
      return orders[0]
    }, PATIENCE)
    await mp.testHelpers.simulateOrder(order?.id ?? 'none', { action })

    const { code, output } = await selling
    expect(output).toContain(`Pay 25.00 USDT at ${order?.payment_url}`)
    expect(output).toMatch(/█▀▀▀▀▀█|▄▄▄▄▄▄▄/) // a corner of the QR code
    expect(output.trimEnd().split('\n').at(-1)).toBe(text)
    expect(code).toBe(exitCode)
  },
  120_000,
)
