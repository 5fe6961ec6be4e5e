import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { MerchantPay } from '@merchantpay/sdk'
import { accountOfKey } from '../../packages/server/src/chain/wallet/recoverable-signature.js'
import { TopUpLog } from '../../packages/server/src/commands/sweeps/top-up-log.js'
import { descriptionOf, NETWORKS } from '../../packages/server/src/networks/networks.js'
import { encodeAddress } from '../../packages/server/src/networks/spellings.js'
import { mapWithConcurrency } from '../../packages/server/src/workers/map-with-concurrency.js'
import { CLI } from '../../packages/server/test/support/server/cli.js'
import { accountOn, OfflineDesk, offline } from '../../packages/server/test/support/sweeps/offline.js'
import { STAKE_KEY, Staking } from '../../packages/server/test/support/sweeps/staking.js'
import { type SweepNode, startSweepNode } from '../../packages/server/test/support/sweeps/sweep-nodes.js'
import { Options } from '../lib/options.js'
import { Installation } from '../recovery/installation.js'

const GAS_KEY = '4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318'
const HOT_KEY = '8da4ef21b864d2cc526dbdb2a120bd2874c36c9d0a1fb7f8c63d7f7a8b41de8f'
const AMOUNT = 25
const UNITS = 25_000_000n
const BLOCK_MS = 1_000
const POLL_MS = 5_000
const LOOK_MS = 100
/** The longest life of a process that is killed. */
const MOST_LIFE_MS = 8_000
const RICH_COINS = 100_000n
/** Above what one transfer uses. */
const ENERGY_OF_SWEEP = 140_000

/** Pays orders, and brings the payments to the cold wallet with the built commands. */
export async function sweeps(args: readonly string[]): Promise<void> {
  const options = new Options(args, ['blacklisted', 'count', 'engine', 'kills', 'method', 'network'])
  const count = options.number('count', 1_000)
  const kills = options.number('kills', 0)
  const blacklisted = options.number('blacklisted', 0)
  const engine = options.text('engine', 'sqlite') === 'postgres' ? 'postgres' : 'sqlite'
  const network = NETWORKS.find((each) => each === options.text('network', 'ERC20')) ?? 'ERC20'
  const isStaked = options.text('method', 'burn') === 'stake'
  const node = await startSweepNode(network, Date.now())
  const blocks = mineAlways(node)
  const env = {
    ...node.env,
    MERCHANTPAY_ADDRESS_COOLDOWN_SECONDS: '0',
    [`MERCHANTPAY_TEST_${network}_SWEEP_COLD`]: accountOn(network, 7),
  }
  try {
    await Installation.use(engine, env, async (plain) => {
      writeFileSync(`${plain.folder}/hot`, HOT_KEY, { mode: 0o600 })
      const hot = { [`MERCHANTPAY_TEST_${network}_SIGNER_KEY_FILE`]: `${plain.folder}/hot` }
      await new SweepDay(plain.with(hot), node, count, isStaked).run(kills, blacklisted)
    })
  } finally {
    blocks.stop()
    await node.close()
  }
}

/** Mines a block each second. */
function mineAlways(node: SweepNode): { stop(): void } {
  const timer = setInterval(() => void node.mine(1, BLOCK_MS / 1_000), BLOCK_MS)
  return { stop: () => clearInterval(timer) }
}

class SweepDay {
  private readonly desk: OfflineDesk
  private readonly cold: string
  private readonly gasWallet: string
  private readonly staking: Staking | undefined

  constructor(
    private readonly installation: Installation,
    private readonly node: SweepNode,
    private readonly count: number,
    isStaked: boolean,
  ) {
    this.desk = new OfflineDesk(installation.folder, node.network)
    this.cold = accountOn(node.network, 7)
    this.gasWallet = encodeAddress(node.network, accountOfKey(GAS_KEY))
    if (isStaked && node.tron) this.staking = new Staking(node.tron, accountOn(node.network, 6))
  }

  async run(kills: number, blacklisted: number): Promise<void> {
    const { node, desk, count } = this
    const database = await this.installation.newDatabase()
    const server = await this.installation.serve(database)
    try {
      const addresses = await this.pay(server.url)
      this.pin()
      desk.write('gas', GAS_KEY)
      await node.fund(this.gasWallet, RICH_COINS * 10n ** BigInt(descriptionOf(node.network).coinDecimals))
      const staked = await this.stake()
      const before = await node.coins(this.gasWallet)
      const planMs = await this.plan(database)
      const signMs = await timed(async () => {
        const signed = desk.signFile(`${this.cold.slice(-6)}\n`)
        strictEqual(signed.status, 0, signed.stderr)
      })
      const staying = addresses.slice(0, blacklisted)
      for (const address of staying) await node.call('addBlackList(address)', address)
      let killed = 0
      for (; killed < kills; killed += 1) if (await this.sendKilled(database)) break
      let output = ''
      const sendMs = await timed(async () => {
        output = await this.send(database, staying)
      })
      strictEqual(await node.tokens(this.cold), UNITS * BigInt(count - blacklisted))
      for (const address of addresses)
        strictEqual(await node.tokens(address), staying.includes(address) ? UNITS : 0n)
      const spent = before - (await node.coins(this.gasWallet))
      strictEqual(coinsIn(output, /^spent {5}([0-9.]+) /m, node.network), spent)
      await this.requireGivenBack(output, staked, kills)
      const topUps = TopUpLog.readAll(desk.path('gas')).map(({ to }) => to)
      deepStrictEqual([...topUps].sort(), addresses.slice(blacklisted).sort())
      await this.prove(database, staying.length)
      const rate = `planned in ${planMs} ms, signed in ${signMs} ms, sent in ${sendMs} ms`
      console.log(
        `${node.network}: ${count - blacklisted} addresses empty, ${blacklisted} blacklisted, ${killed} kills, ${topUps.length} top-ups; ${rate}; spent ${spent} as the receipts say; custody proven`,
      )
    } finally {
      await server.stop()
    }
  }

  /** Creates orders and pays them. @returns their addresses */
  private async pay(baseUrl: string): Promise<string[]> {
    const merchant = { name: 'Ada', email: 'ada@books.example', platform_user_id: 'ada' }
    const { api_key: key } = await new MerchantPay({ baseUrl }).merchants.register(merchant)
    const access = { keyId: key.key_id, secret: key.secret, rateLimit: false } as const
    const api = new MerchantPay({ baseUrl, ...access })
    const addresses: string[] = []
    const order = { amount: `${AMOUNT}.00`, currency: 'USDT', network: this.node.network } as const
    await mapWithConcurrency(Array.from({ length: this.count }), async () => {
      const { payment_address: address } = await api.orders.create(order)
      addresses.push(String(address))
      return 'done'
    })
    for (const address of addresses) await this.node.transfer(address, UNITS)
    return addresses
  }

  /** Gives the staking account a stake for all addresses. @returns its coins */
  private async stake(): Promise<bigint> {
    if (!this.staking) return 0n
    this.desk.write('stake', STAKE_KEY)
    await this.staking.begin(ENERGY_OF_SWEEP * this.count)
    return this.node.coins(this.staking.account)
  }

  /** Nothing is lent any more, and one run without kills states what the staking account burned. */
  private async requireGivenBack(output: string, before: bigint, kills: number): Promise<void> {
    if (!this.staking) return
    deepStrictEqual(await this.staking.receivers(), [])
    const burned = before - (await this.node.coins(this.staking.account))
    const stated = coinsIn(output, /^ +([0-9.]+) TRX burned by the staking account/m, this.node.network)
    if (kills === 0) strictEqual(stated, burned)
    console.log(`0 delegations left, ${burned} sun burned by the staking account`)
  }

  private pin(): void {
    const { node, desk } = this
    const pinned = offline([
      ...['sweeps', 'pin', '--network', node.network, '--seed-file', desk.path('seed')],
      ...['--chain-id', `${node.chainId}`, '--token', node.token, '--cold', this.cold],
      ...['--max-cost', `${RICH_COINS}`, '--out', desk.path('pin.json')],
    ])
    strictEqual(pinned.status, 0, pinned.stderr)
  }

  /** Plans until the server has credited every payment. @returns the time of the last plan */
  private async plan(database: string): Promise<number> {
    const out = this.desk.path('plan.json')
    const where = ['--environment', 'test', '--network', this.node.network, '--to', 'cold']
    const method = this.staking ? ['--method', 'stake'] : []
    const terms = [
      ...method,
      '--coin-price',
      '0.3',
      '--age',
      '0',
      '--max-percent',
      '50',
      '--limit',
      `${this.count}`,
    ]
    for (;;) {
      rmSync(out, { force: true })
      let stdout = ''
      const took = await timed(async () => {
        const args = ['sweeps', 'plan', ...where, ...terms, '--out', out]
        stdout = (await this.installation.tryCommand(database, ...args)).stdout
      })
      if (stdout.includes(` of ${this.count} addresses`)) {
        process.stdout.write(stdout)
        return took
      }
      await setTimeout(POLL_MS)
    }
  }

  private sendArgs(): string[] {
    const files = [this.desk.path('signed.json'), '--gas-key-file', this.desk.path('gas')]
    const stake = this.staking
      ? ['--stake-account', this.staking.account, '--stake-key-file', this.desk.path('stake')]
      : []
    return ['sweeps', 'send', ...files, '--max-cost', `${RICH_COINS}`, ...stake]
  }

  /** @returns the output, which names each address that stays */
  private async send(database: string, staying: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await this.installation.tryCommand(database, ...this.sendArgs())
    strictEqual(code, staying.length > 0 ? 1 : 0, stdout + stderr)
    for (const address of staying)
      ok(stdout.includes(`${address}  ${AMOUNT}.00 USDT  is blacklisted, and stays`))
    return stdout
  }

  /** Sends until a random moment. @returns whether it ended before */
  private async sendKilled(database: string): Promise<boolean> {
    const env = { ...this.installation.env, MERCHANTPAY_DATABASE_URL: database }
    const child = spawn(process.execPath, [CLI, ...this.sendArgs()], { env, stdio: 'ignore' })
    const ended = new Promise<boolean>((resolve) => child.once('exit', (code) => resolve(code === 0)))
    let isOver = false
    void ended.then(() => {
      isOver = true
    })
    // Before its log exists, a run only waits.
    while (!isOver && TopUpLog.readAll(this.desk.path('gas')).length === 0) await setTimeout(LOOK_MS)
    await setTimeout(randomInt(MOST_LIFE_MS))
    child.kill('SIGKILL')
    return ended
  }

  /** Waits until the server has recorded the sweeps, and proves custody. */
  private async prove(database: string, staying: number): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      const { code, stdout, stderr } = await this.installation.tryCommand(
        database,
        'ledger',
        'verify',
        '--chain',
      )
      const left = await this.installation.tryCommand(
        database,
        ...['addresses', 'list', '--environment', 'test', '--network', this.node.network, '--sweepable'],
      )
      if (code === 0 && left.stderr.startsWith(`${AMOUNT * staying}.00 USDT at ${staying}`)) return
      if (tries > 20) throw new Error(`not proven: ${stdout}${stderr}${left.stderr}`)
      await setTimeout(POLL_MS)
    }
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return Math.floor(performance.now() - start)
}

function coinsIn(text: string, line: RegExp, network: SweepNode['network']): bigint {
  const [whole = '', decimals = ''] = (line.exec(text)?.[1] ?? '').split('.')
  return BigInt(whole + decimals.padEnd(descriptionOf(network).coinDecimals, '0'))
}
