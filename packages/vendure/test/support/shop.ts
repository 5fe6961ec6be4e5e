import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MerchantPay } from '@merchantpay/sdk'
import { freeStablePort } from '../../../../test-support/net/free-port.js'
import { startRateSource } from '../../../../test-support/processes/rate-source.js'
import { merchantEnvironment, startSandbox } from '../../../../test-support/processes/sandbox-server.js'
import { installShop } from './installation.js'
import { ShopClient } from './shop-client.js'
import { type RunningShop, startShop } from './shop-process.js'

export const RETURN_URL = 'https://storefront.example/orders'

/** USDT for one USD: a book of 25 USD costs 30 USDT. */
const RATE = '1.2'

/** A Vendure shop in a process of its own, and the server through which it is paid. */
export interface World {
  readonly folder: string
  readonly mp: MerchantPay
  readonly shop: RunningShop
  /** The URL and the certificate of the shop. */
  readonly url: string
  readonly ca: string
  customer(): ShopClient
  administrator(): Promise<ShopClient>
  /** Starts the shop again after its death. */
  restart(): Promise<void>
  /** Has the shop die as soon as it enters the next payment. */
  dieNext(): void
  stop(): Promise<void>
}

export async function startWorld(): Promise<World> {
  const stops: (() => unknown)[] = []
  const stop = async () => {
    for (const each of stops.reverse()) await each()
  }
  try {
    const installing = installShop()
    const rates = await startRateSource({ USD: RATE })
    stops.push(rates.stop)
    const sandbox = await startSandbox({
      MERCHANTPAY_RATES_URL: rates.url,
      // The shop that died takes some seconds to start again.
      MERCHANTPAY_WEBHOOK_RETRY_DELAYS: '0,6,6,6,6,60',
    })
    stops.push(sandbox.stop)
    const [folder] = await Promise.all([installing, rates.confirmIn(sandbox.folder)])
    stops.push(() => rmSync(folder, { recursive: true, force: true }))
    const merchant = await merchantEnvironment(sandbox.url, 'vendure')
    const { cert, key } = sandbox.certificate
    writeFileSync(join(folder, 'cert.pem'), cert)
    writeFileSync(join(folder, 'key.pem'), key)
    const port = await freeStablePort()
    const url = `https://127.0.0.1:${port}`
    const { MERCHANTPAY_KEY_ID: keyId, MERCHANTPAY_SECRET: secret } = merchant
    const owner = new MerchantPay({ baseUrl: sandbox.url, keyId, secret })
    // The limit of the shop's key is for the shop.
    const own = await owner.apiKeys.create({
      environment: 'test',
      scopes: ['orders', 'read', 'withdrawals', 'keys'],
    })
    const mp = new MerchantPay({ baseUrl: sandbox.url, keyId: own.key_id, secret: own.secret })
    await mp.webhooks.create({
      url: `${url}/merchantpay/webhooks`,
      events: [
        'payment.confirmed',
        'payment.underpaid',
        'payment.frozen',
        'payment.overpaid',
        'withdrawal.completed',
        'withdrawal.failed',
      ],
    })
    const env = { ...merchant, PORT: String(port), RETURN_URL }
    let shop = await startShop(folder, env)
    stops.push(() => shop.kill())
    return {
      folder,
      mp,
      url,
      ca: cert,
      get shop() {
        return shop
      },
      customer: () => new ShopClient(`${url}/shop-api`, cert),
      async administrator() {
        const client = new ShopClient(`${url}/admin-api`, cert)
        await client.send('mutation { login(username: "superadmin", password: "superadmin") { __typename } }')
        return client
      },
      async restart() {
        shop = await startShop(folder, env)
      },
      dieNext: () => writeFileSync(join(folder, 'die'), ''),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
