import { writeFileSync } from 'node:fs'
import { expect, onTestFinished } from 'vitest'
import { ANVIL_CHAIN_ID } from '../nodes/anvil.js'
import { type ServedNetwork, serveNetwork } from '../nodes/served-network.js'
import { temporaryFolder } from '../server/folder.js'
import { Harness, ORDER, type Registered } from '../server/harness.js'
import { commandBeside, type Ran } from '../server/operator.js'
import { accountOn, OfflineDesk, offline } from './offline.js'

export const COLD = accountOn('ERC20', 7)
export const GAS_KEY = '4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318'
export const GAS_WALLET = '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23'
export const HOT_KEY = '8da4ef21b864d2cc526dbdb2a120bd2874c36c9d0a1fb7f8c63d7f7a8b41de8f'
export const HOT_WALLET = '0x63FaC9201494f0bd17B9892B9fae4d52fe3BD377'
const RICH = '0x8ac7230489e80000'
const WHERE = ['--environment', 'test', '--network', 'ERC20']
const UNITS = 25_000_000n

/** A server on a real Ethereum node, with paid orders, and a desk with the seed of their addresses. */
export class SweepWorld {
  readonly desk = new OfflineDesk(temporaryFolder(), 'ERC20')

  private constructor(
    readonly served: ServedNetwork,
    readonly harness: Harness,
    readonly env: Record<string, string>,
    readonly keys: Registered,
  ) {}

  static async start(changes: Record<string, string> = {}): Promise<SweepWorld> {
    const served = await serveNetwork()
    onTestFinished(() => served.anvil.stop())
    const hotKey = `${temporaryFolder()}/hot`
    writeFileSync(hotKey, HOT_KEY, { mode: 0o600 })
    const env = {
      ...served.env,
      MERCHANTPAY_TEST_ERC20_SWEEP_COLD: COLD,
      MERCHANTPAY_TEST_ERC20_SIGNER_KEY_FILE: hotKey,
      MERCHANTPAY_ADDRESS_COOLDOWN_SECONDS: '0',
      ...changes,
    }
    const harness = await Harness.start(env)
    const world = new SweepWorld(served, harness, env, await harness.register())
    await harness.work()
    const pinned = offline([
      ...['sweeps', 'pin', '--network', 'ERC20', '--seed-file', world.desk.path('seed')],
      ...['--chain-id', `${ANVIL_CHAIN_ID}`, '--token', served.token.address, '--cold', COLD],
      ...[
        '--hot',
        HOT_WALLET,
        '--hot-limit',
        '1000',
        '--max-cost',
        '1',
        '--out',
        world.desk.path('pin.json'),
      ],
    ])
    expect(pinned).toMatchObject({ status: 0, stderr: '' })
    world.desk.write('gas', GAS_KEY)
    await world.fund(GAS_WALLET)
    return world
  }

  fund(address: string, wei = RICH): Promise<unknown> {
    return this.served.anvil.call('anvil_setBalance', [address, wei])
  }

  /** Creates orders, pays them and lets the server credit them. @returns their addresses */
  async payments(count: number): Promise<string[]> {
    const addresses: string[] = []
    for (let at = 0; at < count; at += 1) {
      const { json } = await this.harness.call('POST', '/v1/orders', {
        keys: this.keys,
        body: { ...ORDER, network: 'ERC20' },
      })
      addresses.push(String(json.payment_address))
    }
    for (const address of addresses) await this.served.token.transfer(address, UNITS)
    await this.follow()
    return addresses
  }

  /** Mines the required depth, and lets the server record it. */
  async follow(): Promise<void> {
    await this.served.anvil.mine(3)
    await this.harness.work()
  }

  run(...args: string[]): Promise<Ran> {
    return commandBeside(this.harness.databaseEnv, args, this.env)
  }

  plan(...changes: string[]): Promise<Ran> {
    const out = ['--out', this.desk.path('plan.json')]
    return this.run(
      ...['sweeps', 'plan', ...WHERE, '--to', 'cold', '--coin-price', '2500', '--age', '0'],
      ...['--max-percent', '50', ...out, ...changes],
    )
  }

  /** Signs the plan as the operator does. */
  sign(typed = COLD.slice(-6)): Ran {
    return this.desk.signFile(`${typed}\n`)
  }

  send(...changes: string[]): Promise<Ran> {
    return this.run(
      ...['sweeps', 'send', this.desk.path('signed.json'), '--gas-key-file', this.desk.path('gas')],
      ...['--max-cost', '1', ...changes],
    )
  }

  /** Plans and signs, and expects both to succeed. */
  async prepare(): Promise<void> {
    expect(await this.plan()).toMatchObject({ status: 0, stderr: '' })
    expect(this.sign()).toMatchObject({ status: 0 })
  }

  /** Mines a block every half second while a command runs. */
  async whileMining<Result>(work: Promise<Result>): Promise<Result> {
    let isOver = false
    const done = work.finally(() => {
      isOver = true
    })
    while (!isOver) {
      await this.served.anvil.mine(1)
      await Promise.race([done, new Promise((resolve) => setTimeout(resolve, 300))])
    }
    return done
  }

  async coins(address: string): Promise<bigint> {
    return BigInt(String(await this.served.anvil.call('eth_getBalance', [address, 'latest'])))
  }

  async tokens(address: string): Promise<bigint> {
    const data = `0x70a08231${address.slice(2).toLowerCase().padStart(64, '0')}`
    const answer = await this.served.anvil.call('eth_call', [
      { to: this.served.token.address, data },
      'latest',
    ])
    return BigInt(String(answer))
  }
}
