/**
 * `npm run stress -- browsers [--only webkit] [--pictures folder]`: what payers and people of a shop do in Firefox, and four
 * pages of it in WebKit. Nothing overflows a window, axe finds nothing, and no page writes an error to the console.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MerchantPay } from '@merchantpay/sdk'
import { BrowserMissing, type DrivenBrowser } from '../../test-support/browsers/driven-browser.js'
import { startFirefox } from '../../test-support/browsers/firefox.js'
import { startWebKit } from '../../test-support/browsers/webkit.js'
import { merchantEnvironment, startSandbox } from '../../test-support/processes/sandbox-server.js'
import { Options } from '../lib/options.js'
import { Tour } from './tour.js'

interface Subject {
  start(): Promise<DrivenBrowser>
  /** The pages of the dashboard that it looks at. */
  readonly lists: readonly string[]
  /** Languages of the dashboard, chosen on its own page. */
  readonly languages: readonly string[]
}

const SUBJECTS: Readonly<Record<string, Subject>> = {
  firefox: {
    start: startFirefox,
    lists: ['', '/orders', '/links', '/withdrawals', '/deliveries', '/statement', '/destinations'],
    languages: ['en', 'de', 'ar'],
  },
  webkit: { start: startWebKit, lists: ['', '/orders'], languages: ['en'] },
}

/** @throws Error with the faults of every browser that the machine has */
export async function browsers(args: readonly string[]): Promise<void> {
  const options = new Options(args, ['only', 'pictures'])
  const only = options.text('only', '')
  const pictures = options.text('pictures', '')
  const faults: string[] = []
  for (const [name, subject] of Object.entries(SUBJECTS)) {
    if (only !== '' && only !== name) continue
    const browser = await started(subject)
    if (!browser) continue
    try {
      const tour = new Tour(browser, pictures === '' ? undefined : pictureTo(join(pictures, name)))
      await inSandbox((merchant) => visit(tour, merchant, subject))
      console.log(`${browser.name}: ${tour.pages} pages, ${tour.faults.length} faults`)
      faults.push(...tour.faults.map((fault) => `${browser.name}: ${fault}`))
    } finally {
      await browser.stop()
    }
  }
  if (faults.length > 0) throw new Error(faults.join('\n'))
}

async function started({ start }: Subject): Promise<DrivenBrowser | undefined> {
  try {
    return await start()
  } catch (error) {
    if (!(error instanceof BrowserMissing)) throw error
    console.log(`skipped: ${error.message}`)
    return undefined
  }
}

const pictureTo = (folder: string) => {
  mkdirSync(folder, { recursive: true })
  return (name: string, picture: Buffer) => writeFileSync(join(folder, `${name}.png`), picture)
}

/** Runs a server with one merchant. */
async function inSandbox(work: (merchant: MerchantPay) => Promise<void>): Promise<void> {
  const sandbox = await startSandbox({ MERCHANTPAY_RATE_LIMIT_PER_MINUTE: '0' })
  try {
    const keys = await merchantEnvironment(sandbox.url, 'browsers')
    const baseUrl = sandbox.url
    await work(new MerchantPay({ baseUrl, keyId: keys.MERCHANTPAY_KEY_ID, secret: keys.MERCHANTPAY_SECRET }))
  } finally {
    await sandbox.stop()
  }
}

async function visit(tour: Tour, merchant: MerchantPay, { lists, languages }: Subject): Promise<void> {
  const order = await merchant.orders.create({
    amount: '25.00',
    currency: 'USDT',
    network: 'TRC20',
    description: 'Two tickets for the evening of the opening',
  })
  await tour.pay(order.payment_url)
  await merchant.paymentLinks.create({
    amount_mode: 'FIXED',
    amount: '999999.99',
    currency: 'USDT',
    uses: 'MANY',
    description: 'Signed first edition, with a long name that needs room',
  })
  const { url } = await merchant.merchants.createDashboardLink({ scopes: ['orders', 'read', 'withdrawals'] })
  await tour.signIn(url)
  for (const language of languages) {
    await tour.choose(language)
    for (const path of lists) await tour.look(path, language)
  }
}
