import { describe, expect, it, onTestFinished } from 'vitest'
import { type SandboxRole, sandboxAddress } from '../../src/chain/sandbox/sandbox-addresses.js'
import type { DatabaseLocation } from '../../src/storage/open.js'
import { temporaryFolder } from '../support/server/folder.js'
import { Harness, ORDER } from '../support/server/harness.js'
import { type Story, useStories } from '../support/server/story.js'
import { ENGINES, type Engine, sideOf } from '../support/storage/engines.js'
import { Receiver } from '../support/webhooks/receiver.js'
import { balanceOf, fund, getWithdrawal, PAYEE, withdraw } from '../support/withdrawals/withdrawals.js'

const ISO = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)

const COSTS = {
  TRC20: { fee: '1.50', totalDebit: '11.50', left: '88.50' },
  ERC20: { fee: '4.00', totalDebit: '14.00', left: '86.00' },
}
const NETWORKS_ON = { sqlite: ['TRC20', 'ERC20'], postgres: ['ERC20'] } as const
const CASES = ENGINES.flatMap((engine) => NETWORKS_ON[engine].map((network) => [network, engine] as const))

describe.each(CASES)('a withdrawal on %s, kept by %s', (network, engine) => {
  const { fee, totalDebit, left } = COSTS[network]
  const stories = useStories(engine)

  /** A merchant with a balance of 100 USDT. */
  async function begin(): Promise<Story> {
    const story = await stories.begin(network)
    await fund(story.harness, story.keys, '100')
    return story
  }

  const send = async ({ harness, keys }: Story, destination: string) => {
    const fields = { network, destination_address: destination, metadata: { run: 7 } }
    return (await withdraw(harness, keys, fields)).json
  }
  const sendTo = (story: Story, role: SandboxRole) => send(story, sandboxAddress(network, role))

  /** The events besides that of the payment that filled the balance. */
  const eventsOf = (story: Story) => story.events().filter(({ event }) => event !== 'payment.confirmed')

  /** Returns the statuses of a withdrawal until it is final, without repeats. */
  async function watch({ harness, keys }: Story, id: string): Promise<string[]> {
    const shown = ['PENDING']
    const check = async () => {
      const status = String((await getWithdrawal(harness, keys, id)).status)
      if (status !== shown.at(-1)) shown.push(status)
    }
    for (const { name, tick } of harness.server.workers) {
      if (['ledger-prover', `withdrawal-sender test ${network}`].includes(name))
        await tick(new AbortController().signal)
    }
    await check()
    for (let block = 0; block < 25; block += 1) {
      await harness.pass(1_000)
      await check()
    }
    return shown
  }

  it('is signed, sent and COMPLETED, with withdrawal.completed', async () => {
    const story = await begin()
    const { harness, keys } = story
    const { id, withdrawal_number: number } = await send(story, PAYEE[network])
    expect(await watch(story, id)).toEqual(['PENDING', 'PROCESSING', 'BROADCAST', 'COMPLETED'])
    const withdrawal = await getWithdrawal(harness, keys, id)
    expect(withdrawal).toMatchObject({
      tx_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      confirmations: 3,
      failure_code: null,
      completed_at: ISO,
    })
    expect(await balanceOf(harness, keys)).toMatchObject({ available: left, held: '0.00' })
    expect(eventsOf(story)).toEqual([
      {
        event: 'withdrawal.completed',
        timestamp: withdrawal.completed_at,
        environment: 'test',
        data: {
          withdrawal_id: id,
          withdrawal_number: number,
          status: 'COMPLETED',
          amount: '10.00',
          fee,
          total_debit: totalDebit,
          currency: 'USDT',
          network,
          destination_address: PAYEE[network],
          tx_hash: withdrawal.tx_hash,
          completed_at: withdrawal.completed_at,
          metadata: { run: 7 },
        },
      },
    ])
  })

  it.each([
    ['blacklisted', 'compliance', ['PENDING', 'FAILED'], null],
    ['reverts', 'reverted', ['PENDING', 'PROCESSING', 'BROADCAST', 'FAILED'], expect.any(String)],
    [
      'never-mined',
      'expired_unbroadcast',
      ['PENDING', 'PROCESSING', 'BROADCAST', 'FAILED'],
      expect.any(String),
    ],
  ] as const)(
    'a withdrawal to the address %s is FAILED with %s, and its amount and fee are returned',
    async (role, code, shown, txHash) => {
      const story = await begin()
      const { harness, keys } = story
      const { id, withdrawal_number: number } = await sendTo(story, role)
      expect(await watch(story, id)).toEqual(shown)
      expect(await getWithdrawal(harness, keys, id)).toMatchObject({ failure_code: code, completed_at: null })
      expect(await balanceOf(harness, keys)).toMatchObject({ available: '100.00', held: '0.00' })
      expect(eventsOf(story)).toEqual([
        {
          event: 'withdrawal.failed',
          timestamp: ISO,
          environment: 'test',
          data: {
            withdrawal_id: id,
            withdrawal_number: number,
            status: 'FAILED',
            amount: '10.00',
            fee,
            total_debit: totalDebit,
            currency: 'USDT',
            network,
            destination_address: sandboxAddress(network, role),
            tx_hash: txHash,
            failure_code: code,
            failed_at: ISO,
            metadata: { run: 7 },
          },
        },
      ])
    },
  )

  it('a withdrawal that is canceled is reported as withdrawal.failed', async () => {
    const story = await begin()
    const { id } = await send(story, PAYEE[network])
    await story.harness.call('POST', `/v1/withdrawals/${id}/cancel`, { keys: story.keys })
    await story.harness.pass(2_000)
    expect(eventsOf(story)).toMatchObject([
      { event: 'withdrawal.failed', data: { status: 'CANCELED', failure_code: 'canceled', tx_hash: null } },
    ])
  })

  it('is unaffected by a reorganisation of its block', async () => {
    const story = await begin()
    const order = await story.order()
    await story.simulate(order, 'pay')
    const { id } = await send(story, PAYEE[network])
    await story.harness.pass(2_000)
    await story.simulate(order, 'reorg')
    await story.harness.pass(4_000)
    expect((await getWithdrawal(story.harness, story.keys, id)).status).toBe('COMPLETED')
    expect((await story.get(order)).status).toBe('OPEN')
  })
})

describe('the events of a withdrawal with its own URL', () => {
  it('go there instead of the endpoints', async () => {
    const [harness, certificate] = await Harness.startForWebhooks()
    const keys = await harness.register()
    const [endpoint, own] = [await Receiver.start(certificate), await Receiver.start(certificate)]
    const body = { url: endpoint.url, events: ['withdrawal.completed'] }
    await harness.call('POST', '/v1/webhooks', { keys, body })
    await fund(harness, keys, '20')
    await withdraw(harness, keys, { webhook_url: own.url })
    await harness.pass(5_000)
    expect(endpoint.received).toEqual([])
    expect(own.events().map(({ event }) => event)).toEqual(['withdrawal.completed'])
  })
})

describe.each(ENGINES)('a server that ends between signing and broadcast, on %s', (engine) => {
  /** A withdrawal that is signed and stored, but not broadcast. */
  async function signAndStop(folder: string, engine: Engine) {
    const harness = await Harness.open(folder, {}, { engine })
    const keys = await harness.register()
    await fund(harness, keys, '100')
    const { id } = (await withdraw(harness, keys)).json
    for (const { name, tick } of harness.server.workers) {
      if (['ledger-prover', 'withdrawal-sender test TRC20'].includes(name))
        await tick(new AbortController().signal)
    }
    expect((await getWithdrawal(harness, keys, id)).status).toBe('PROCESSING')
    await harness.server.stop()
    return { keys, id, database: harness.database }
  }

  const rows = async (database: DatabaseLocation, query: string): Promise<unknown[]> =>
    (await sideOf(database)).rows(query)

  it('broadcasts exactly those bytes after its restart', async () => {
    const folder = temporaryFolder()
    const { keys, id, database } = await signAndStop(folder, engine)
    const signed = await rows(database, 'SELECT tx_hash, nonce, raw FROM signed_transactions')
    expect(signed).toHaveLength(1)
    expect(await rows(database, 'SELECT tx_hash FROM sandbox_transfers')).toEqual([])
    const reborn = await Harness.open(folder, {}, { engine })
    onTestFinished(() => reborn.server.stop())
    await reborn.pass(6_000)
    const withdrawal = await getWithdrawal(reborn, keys, id)
    expect(withdrawal.status).toBe('COMPLETED')
    expect(await rows(database, 'SELECT tx_hash, nonce, raw FROM signed_transactions')).toEqual(signed)
    expect(await rows(database, 'SELECT tx_hash FROM sandbox_transfers')).toEqual([
      { tx_hash: withdrawal.tx_hash },
    ])
    expect(await balanceOf(reborn, keys)).toMatchObject({ available: '88.50', held: '0.00' })
  })

  it('returns the money when the signed bytes expire before its restart', async () => {
    const folder = temporaryFolder()
    const { keys, id, database } = await signAndStop(folder, engine)
    const reborn = await Harness.open(folder, {}, { engine })
    onTestFinished(() => reborn.server.stop())
    await reborn.pass(3_600_000, 3_600_000)
    expect(await getWithdrawal(reborn, keys, id)).toMatchObject({
      status: 'FAILED',
      failure_code: 'expired_unbroadcast',
    })
    expect(await rows(database, 'SELECT tx_hash FROM sandbox_transfers')).toEqual([])
    expect(await balanceOf(reborn, keys)).toMatchObject({ available: '100.00', held: '0.00' })
  })
})

describe('payments and withdrawals', () => {
  it('meet: an order is paid, and its credit withdrawn completely', async () => {
    const harness = await Harness.start()
    const keys = await harness.register()
    const { json } = await harness.call('POST', '/v1/orders', { keys, body: { ...ORDER, amount: '30' } })
    await harness.call('POST', `/v1/test_helpers/orders/${json.id}/simulate`, {
      keys,
      body: { action: 'pay' },
    })
    await harness.pass(3_000)
    const { available } = await balanceOf(harness, keys)
    expect(available).toBe('29.70')
    expect((await withdraw(harness, keys, { amount: '28.20' })).status).toBe(201)
    await harness.pass(6_000)
    expect(await balanceOf(harness, keys)).toMatchObject({ available: '0.00', held: '0.00' })
  })
})
