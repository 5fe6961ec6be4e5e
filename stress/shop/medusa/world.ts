import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MerchantPay } from '@merchantpay/sdk'
import { createDatabaseOn } from '../../../packages/server/test/support/storage/postgres-client.js'
import { startPostgres } from '../../../test-support/databases/postgres.js'
import { freePort } from '../../../test-support/net/free-port.js'
import { startRateSource } from '../../../test-support/processes/rate-source.js'
import { merchantEnvironment, startSandbox } from '../../../test-support/processes/sandbox-server.js'
import { installOnce } from '../../../tools/lib/registry-installation.js'
import { mustRun, root } from '../../../tools/lib/run.js'
import { install, linkFromCheckout, pack } from '../../../tools/release/tarball.js'
import { until } from '../../lib/until.js'

export const RETURN_URL = 'https://storefront.example/return'
const SHOP = join(root, 'packages/medusa/test/shop')
/** USDT for one USD: a book of 25 USD costs 30 USDT. */
const RATE = '1.2'

/** The keys and ids of the shop's data. */
export interface ShopData {
  readonly store: string
  readonly admin: string
  readonly region: string
  readonly variant: string
}

/** A Medusa shop in a process of its own, and the server through which it is paid. */
export interface World {
  readonly folder: string
  readonly mp: MerchantPay
  readonly url: string
  readonly data: ShopData
  /** Has the shop die before it places the next order. */
  dieNext(): void
  /** Waits until the shop has died, and starts it again. */
  rise(): Promise<void>
}

/** Runs work with a shop on PostgreSQL. */
export async function withWorld(work: (world: World) => Promise<void>): Promise<void> {
  const stops: (() => unknown)[] = []
  try {
    const [folder, postgres, rates] = await Promise.all([
      installShop(),
      startPostgres(),
      startRateSource({ USD: RATE }),
    ])
    stops.push(rates.stop, postgres.stop, () => rmSync(folder, { recursive: true, force: true }))
    const port = await freePort()
    const sandbox = await startSandbox({
      MERCHANTPAY_RATES_URL: rates.url,
      // The shop that died takes some seconds to start again.
      MERCHANTPAY_WEBHOOK_RETRY_DELAYS: '0,10,10,10,10,60',
    })
    stops.push(sandbox.stop)
    await rates.confirmIn(sandbox.folder)
    const merchant = await merchantEnvironment(sandbox.url, 'medusa')
    const mp = await ownClient(merchant)
    const gate = await startGate(sandbox.certificate, port)
    stops.push(gate.stop)
    await mp.webhooks.create({ url: `${gate.url}/merchantpay/webhooks`, events: [...EVENTS] })

    const env = {
      ...process.env,
      ...merchant,
      DATABASE_URL: await createDatabaseOn(postgres.url),
      RETURN_URL,
      MEDUSA_DISABLE_TELEMETRY: 'true',
    }
    const medusa = join(folder, 'node_modules/@medusajs/cli/cli.js')
    await mustRun(process.execPath, [medusa, 'db:migrate'], { cwd: folder, env })
    const url = `http://127.0.0.1:${port}`
    let shop: ChildProcess
    const start = async () => {
      shop = spawn(process.execPath, [medusa, 'start', '-p', `${port}`], {
        cwd: folder,
        env,
        stdio: 'inherit',
      })
      await until('the shop listens', () =>
        fetch(`${url}/health`).then(
          ({ ok }) => ok,
          () => false,
        ),
      )
    }
    stops.push(() => shop?.kill('SIGKILL'))
    await start()
    const seeded = await fetch(`${url}/seed`, { method: 'POST' })
    const data = (await seeded.json()) as ShopData // of the shop's own route
    await work({
      folder,
      mp,
      url,
      data,
      dieNext: () => writeFileSync(join(folder, 'die'), ''),
      async rise() {
        if (shop.signalCode === null) await once(shop, 'exit')
        await start()
      },
    })
  } finally {
    for (const stop of stops.reverse()) await stop()
  }
}

const EVENTS = [
  'payment.confirmed',
  'payment.underpaid',
  'payment.frozen',
  'payment.overpaid',
  'withdrawal.failed',
] as const

/** The limit of the shop's key is for the shop. */
async function ownClient(merchant: Readonly<Record<string, string>>): Promise<MerchantPay> {
  const {
    MERCHANTPAY_BASE_URL: baseUrl = '',
    MERCHANTPAY_KEY_ID: keyId,
    MERCHANTPAY_SECRET: secret,
  } = merchant
  const owner = new MerchantPay({ baseUrl, keyId, secret })
  const scopes = ['orders', 'read', 'withdrawals', 'keys'] as const
  const key = await owner.apiKeys.create({ environment: 'test', scopes: [...scopes] })
  return new MerchantPay({ baseUrl, keyId: key.key_id, secret: key.secret })
}

/** Medusa from the registry, and the packed plugin. */
async function installShop(): Promise<string> {
  const framework = await installOnce('medusa', SHOP)
  const folder = mkdtempSync(join(tmpdir(), 'medusa-shop-'))
  cpSync(SHOP, folder, { recursive: true })
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@merchantpay'), { recursive: true })
  for (const name of readdirSync(framework)) symlinkSync(join(framework, name), join(modules, name))
  await linkFromCheckout(modules, ['@merchantpay/core', 'openapi-fetch', 'openapi-typescript-helpers'])
  for (const name of ['sdk', 'medusa', 'webhook-verify'])
    await install(await pack(`packages/${name}`, folder), modules, `@merchantpay/${name}`)
  return folder
}

/** Takes HTTPS for the shop, as the server in front of it does. */
async function startGate(certificate: { cert: string; key: string }, port: number) {
  const server = createServer(certificate, (incoming, answer) => {
    const { method, headers, url: path } = incoming
    const sent = request({ host: '127.0.0.1', port, method, headers, path }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
    })
    sent.once('error', () => answer.destroy())
    incoming.pipe(sent)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, stop } // it listens on TCP
}
