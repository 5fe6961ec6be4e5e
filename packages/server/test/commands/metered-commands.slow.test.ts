import { startTronDevnode, type TronDevnode } from '@merchantpay/tron-devnode'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TRON_CHAIN_ID, XPUB } from '../support/nodes/tron.js'
import { TronToken } from '../support/nodes/tron-token.js'
import { Harness, ORDER } from '../support/server/harness.js'
import { commandBeside, type Ran } from '../support/server/operator.js'
import { sideOf } from '../support/storage/engines.js'

/** The start time of a harness. */
const BOOKS_START = Date.UTC(2026, 0, 1)
const HOUR_MS = 3_600_000
const SOLID_LAG = 2
/** Enough for every command at any time of the day: a twentieth of the calls is reserved for commands. */
const DAILY_CALLS = 20_000
const NETWORK = ['--environment', 'test', '--network', 'TRC20']

describe('a command that calls a node with a daily budget', () => {
  let node: TronDevnode
  let harness: Harness
  let env: Record<string, string>
  let head: number

  beforeAll(async () => {
    node = await startTronDevnode({
      ...{ chainId: TRON_CHAIN_ID, solidLag: SOLID_LAG },
      ...{ genesisTime: BOOKS_START - HOUR_MS, clock: () => BOOKS_START },
    })
    const token = await TronToken.deploy(node)
    await node.control('mine', { blocks: 10 })
    env = {
      ...{ MERCHANTPAY_TEST_ERC20: 'off', MERCHANTPAY_TEST_TRC20: 'rpc' },
      MERCHANTPAY_TEST_TRC20_NODE_1_URL: node.url,
      MERCHANTPAY_TEST_TRC20_CHAIN_ID: `${TRON_CHAIN_ID}`,
      MERCHANTPAY_TEST_TRC20_TOKEN: token.address,
      MERCHANTPAY_TEST_TRC20_XPUB: XPUB,
      MERCHANTPAY_TEST_TRC20_NODE_1_CALLS_PER_DAY: `${DAILY_CALLS}`,
      MERCHANTPAY_TEST_TRC20_NODE_1_CALLS_PER_SECOND: '0',
    }
  }, 60_000)
  afterAll(() => node?.close())

  /** The number of HTTP calls that the node answered. */
  const answered = async () => {
    const calls = await node.control<Record<string, number>>('calls')
    return Object.entries(calls).reduce(
      (sum, [name, count]) => sum + (name.startsWith('/wallet') ? count : 0),
      0,
    )
  }

  const counted = async () =>
    Number(
      await (await sideOf(harness.database)).value(
        "SELECT COALESCE(SUM(calls), 0) FROM node_calls WHERE network = 'TRC20'",
      ),
    )

  async function begin(): Promise<void> {
    harness = await Harness.start(env)
    const keys = await harness.register()
    await harness.work()
    await harness.call('POST', '/v1/orders', { keys, body: { ...ORDER, network: 'TRC20' } })
    await node.control('mine', { blocks: 10 })
    await harness.work()
    head = Number(
      await (await sideOf(harness.database)).value(
        "SELECT block_number FROM chain_cursors WHERE network = 'TRC20'",
      ),
    )
    // A day on which the server made no calls.
    await (await sideOf(harness.database)).script('DELETE FROM node_calls')
  }

  const commands = () => [
    ['chains', 'rescan', ...NETWORK, '--from', `${head - 5}`, '--to', `${head}`, '--reason', 'checked'],
    ['ledger', 'verify', '--chain'],
    ['chains', 'reset-cursor', ...NETWORK, '--block', `${head - 3}`, '--reason', 'checked'],
  ]
  const run = (args: readonly string[]): Promise<Ran> => commandBeside(harness.databaseEnv, args, env)

  it('counts every call of the day', async () => {
    await begin()
    for (const args of commands()) {
      const before = [await answered(), await counted()]
      expect(await run(args)).toMatchObject({ status: 0, stderr: '' })
      const calls = (await answered()) - (before[0] ?? 0)
      expect([args, calls > 0, (await counted()) - (before[1] ?? 0)]).toEqual([args, true, calls])
    }
  }, 120_000)

  it('makes no call when the budget is used up, and reports it', async () => {
    await begin()
    const [rescan = [], ...others] = commands()
    expect((await run(rescan)).status).toBe(0)
    await (await sideOf(harness.database)).script(`UPDATE node_calls SET calls = ${DAILY_CALLS}`)
    const before = await answered()
    for (const args of [rescan, ...others]) {
      const { status, stderr } = await run(args)
      expect([args, status === 0, stderr]).toEqual([
        args,
        false,
        expect.stringMatching(
          /this takes up to \d+ RPC calls, but only 0 are left today .*: reduce the range, or try again after midnight UTC/,
        ),
      ])
    }
    expect(await answered()).toBe(before)
  }, 120_000)
})
