// Takes the README's picture of the checkout page: a new order on the sandbox, on the screen of a phone.
import { mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { MerchantPay } from '@merchantpay/sdk'
import { openBrowser } from '../../packages/server/test/support/checkout/chromium.js'
import build from '../../test-support/processes/build-once.js'
import { merchantEnvironment, startSandbox } from '../../test-support/processes/sandbox-server.js'
import { root } from '../lib/run.js'

const PICTURE = join(root, 'docs/images/checkout.png')

await build()
const sandbox = await startSandbox()
const { browser, stop } = await openBrowser()
try {
  const { MERCHANTPAY_KEY_ID: keyId, MERCHANTPAY_SECRET: secret } = await merchantEnvironment(
    sandbox.url,
    'Ada’s Books',
  )
  const mp = new MerchantPay({ baseUrl: sandbox.url, keyId, secret })
  const order = await mp.orders.create({
    amount: '25.00',
    currency: 'USDT',
    network: 'TRC20',
    description: 'Two books',
  })
  const page = await browser.newPage({
    viewport: { width: 390, height: 740 },
    deviceScaleFactor: 1.5,
    isMobile: true, // no scroll bar
    locale: 'en-GB',
    timezoneId: 'UTC',
  })
  await page.goto(order.payment_url)
  mkdirSync(dirname(PICTURE), { recursive: true })
  await page.screenshot({ path: PICTURE })
  console.log(`${PICTURE}: ${statSync(PICTURE).size} bytes`)
} finally {
  await stop()
  await sandbox.stop()
}
