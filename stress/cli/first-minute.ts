import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Running } from '../../packages/cli/test/support/installation.js'
import { freePort } from '../../test-support/net/free-port.js'
import { mustRun } from '../../tools/lib/run.js'
import { pack } from '../../tools/release/tarball.js'
import { Options } from '../lib/options.js'

const FIRST_GOAL_S = 60
const SECOND_GOAL_S = 10
const COMMAND = ['packages/sdk', 'packages/webhook-verify', 'packages/cli']
const SERVER = ['packages/sdk', 'packages/webhook-verify', 'openapi', 'packages/server']

/** The program of the README. */
const PAY = `import { MerchantPay } from '@merchantpay/sdk'

const mp = new MerchantPay() // reads MERCHANTPAY_BASE_URL, MERCHANTPAY_KEY_ID and MERCHANTPAY_SECRET
const order = await mp.orders.create({ amount: '25.00', currency: 'USDT', network: 'TRC20' })
console.log(\`Pay \${order.order_amount} USDT at \${order.payment_url}\`)
for await (const event of mp.orders.stream(order.id)) {
  console.log(event.order.status)
  if (event.order.status === 'OPEN') await mp.testHelpers.simulateOrder(order.id, { action: 'pay' })
}
`
const RECEIVE = `import { createServer } from 'node:http'
import { createReceiver } from '@merchantpay/webhook-verify'
import { memoryDedupe } from '@merchantpay/webhook-verify/dedupe/memory'
import { nodeWebhook } from '@merchantpay/webhook-verify/node'

const receiver = createReceiver({
  secrets: process.env.WEBHOOK_SECRET,
  dedupe: memoryDedupe(),
  on: { 'payment.confirmed': ({ data }) => console.log('fulfil', data.status) },
})
createServer(nodeWebhook(receiver)).listen(process.env.PORT, '127.0.0.1', () => console.log('ready'))
`

/**
 * Measures the time from an empty folder to a paid order and its verified webhook, with the packed packages, and the same again
 * with what the first time left. Other packages come from the cache of npm, or from its registry.
 *
 * @throws Error when a time is over its goal; that of a compiled SQLite driver has none
 */
export async function firstMinute(args: readonly string[]): Promise<void> {
  const isCompiled = new Options(args, ['sqlite']).text('sqlite', 'any') === 'compiled'
  const root = mkdtempSync(join(tmpdir(), 'merchantpay-first-minute-'))
  const shop = new Shop(root, await tarballs(root, SERVER), isCompiled)
  try {
    const first = await timesOf(shop, await tarballs(root, COMMAND))
    const isPrebuilt = !existsSync(
      join(shop.folder, '.merchantpay/node_modules/better-sqlite3/build/Makefile'),
    )
    console.log(`SQLite driver: ${isPrebuilt ? 'a finished binary' : 'compiled'}`)
    print('first time', first, isPrebuilt ? FIRST_GOAL_S : Number.POSITIVE_INFINITY)
    print('second time', await timesOf(shop, []), SECOND_GOAL_S)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

type Times = Readonly<Record<string, number>>

/** From the folder as it is to the webhook. Seconds of each step. */
async function timesOf(shop: Shop, packages: readonly string[]): Promise<Times> {
  const times: Record<string, number> = {}
  const timed = async <Result>(step: string, run: () => Promise<Result>): Promise<Result> => {
    const startedAt = performance.now()
    const result = await run()
    times[step] = (performance.now() - startedAt) / 1_000
    return result
  }
  if (packages.length > 0) await timed('install', () => shop.install(packages))
  const port = `${await freePort()}`
  const dev = shop.command('dev')
  try {
    await timed('dev', () => dev.printed(/Ctrl-C/))
    const receiver = shop.node(['--env-file=.env.merchantpay', 'receive.mjs'], { PORT: port })
    const listen = shop.command('listen', '--forward-to', `http://127.0.0.1:${port}/webhooks`)
    await timed('listen', () => Promise.all([receiver.printed(/ready/), listen.printed(/listening to/)]))
    const pay = shop.node(['--env-file=.env.merchantpay', 'pay.mjs'])
    const paid = await timed('order', () => pay.ended)
    assert.match(paid.stdout, /\nPAID\n$/)
    await timed('webhook', () => receiver.printed(/fulfil PAID/))
    await Promise.all([listen.stop(), receiver.stop('SIGTERM')])
  } finally {
    await dev.stop()
  }
  return times
}

/** The folder of a developer, and a home without profiles. */
class Shop {
  readonly folder: string

  constructor(
    private readonly home: string,
    private readonly server: readonly string[],
    private readonly isCompiled: boolean,
  ) {
    this.folder = join(home, 'shop')
    mkdirSync(this.folder)
    writeFileSync(join(this.folder, 'pay.mjs'), PAY)
    writeFileSync(join(this.folder, 'receive.mjs'), RECEIVE)
  }

  async install(packages: readonly string[]): Promise<void> {
    await mustRun('npm', ['install', '--no-audit', '--no-fund', ...packages], {
      cwd: this.folder,
      env: this.env,
    })
  }

  command(...args: readonly string[]): Running {
    return this.node(['node_modules/@merchantpay/cli/bin/merchantpay.js', ...args])
  }

  node(args: readonly string[], env: Readonly<Record<string, string>> = {}): Running {
    const options = { cwd: this.folder, env: { ...this.env, ...env } }
    return new Running(spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] }))
  }

  /** The configuration of npm stays, its cache included. */
  private get env(): NodeJS.ProcessEnv {
    const others = Object.entries(process.env).filter(
      ([name]) => !/^(MERCHANTPAY_|WEBHOOK_SECRET$|XDG_)/.test(name),
    )
    return {
      ...Object.fromEntries(others),
      XDG_CONFIG_HOME: join(this.home, 'config'),
      XDG_STATE_HOME: join(this.home, 'state'),
      MERCHANTPAY_SERVER_PACKAGE: this.server.join(' '),
      npm_config_prefer_offline: 'true',
      ...(this.isCompiled && { npm_config_build_from_source: 'true' }),
    }
  }
}

async function tarballs(destination: string, folders: readonly string[]): Promise<string[]> {
  const paths: string[] = []
  for (const folder of folders) paths.push((await pack(folder, destination)).path)
  return paths
}

function print(name: string, times: Times, goalSeconds: number): void {
  const total = Object.values(times).reduce((sum, seconds) => sum + seconds, 0)
  const steps = Object.entries(times).map(([step, seconds]) => `${step} ${seconds.toFixed(1)} s`)
  const goal = Number.isFinite(goalSeconds) ? `goal ${goalSeconds} s` : 'no goal'
  console.log(`${name}: ${total.toFixed(1)} s, ${goal}: ${steps.join(', ')}`)
  if (total > goalSeconds) throw new Error(`the ${name} took ${total.toFixed(1)} s, ${goal}`)
}
