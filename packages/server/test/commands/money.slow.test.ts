import { describe, expect, it } from 'vitest'
import { FinalityResults } from '../../src/domain/payments/finality-queue.js'
import { recordStep } from '../../src/domain/payments/step/record-step.js'
import type { BlockRef } from '../../src/domain/shared/types.js'
import { NOTHING_SEEN } from '../support/chain/stub-chain.js'
import { contextAt, handClock } from '../support/domain/context.js'
import { Harness, ORDER, type Registered, useHarness } from '../support/server/harness.js'
import { auditRows, documentsOf, runCommand } from '../support/server/operator.js'
import { openOn } from '../support/storage/engines.js'

const REASON = ['--reason', 'ticket 7']
const MINUTE_MS = 60_000
const CONFIRMED_MS = 30_000
const DESTINATION = '0x52908400098527886E0F7030069857D2E4169EE7'
/** Wrong usage is reported before the database is opened. */
const NO_DATABASE = { databaseEnv: { MERCHANTPAY_DATABASE_URL: 'file:/nowhere/books.db' } }
const REVIEW_ALL = { MERCHANTPAY_WITHDRAWAL_AUTO_LIMIT: '0' }

const simulate = (harness: Harness, keys: Registered, id: string, body: object) =>
  harness.call('POST', `/v1/test_helpers/orders/${id}/simulate`, { keys, body })

async function openOrder(harness: Harness, keys: Registered): Promise<string> {
  return (await harness.call('POST', '/v1/orders', { keys, body: ORDER })).json.id
}

async function fund(harness: Harness, keys: Registered): Promise<void> {
  await simulate(harness, keys, await openOrder(harness, keys), { action: 'pay', amount: '100' })
  await harness.pass(CONFIRMED_MS)
}

const balance = async (harness: Harness, keys: Registered) =>
  (await harness.call('GET', '/v1/balance', { keys })).json

describe('withdrawals', () => {
  const shared = useHarness(REVIEW_ALL)

  async function underReview(harness: Harness, keys: Registered): Promise<string> {
    const body = { amount: '10', currency: 'USDT', network: 'ERC20', destination_address: DESTINATION }
    const { status, json } = await harness.call('POST', '/v1/withdrawals', { keys, body })
    expect([status, json.status]).toEqual([201, 'REVIEW'])
    return json.id
  }
  const show = (harness: Harness, id: string) =>
    documentsOf(runCommand(harness, ['withdrawals', 'show', id, '--json']))[0]

  it('approve accepts the reviewed version, and the running server sends the withdrawal', async () => {
    const { harness } = shared
    const keys = await harness.register()
    await fund(harness, keys)
    await fund(harness, keys)
    const id = await underReview(harness, keys)
    await harness.work()
    const { version } = show(harness, id) ?? {}
    const args = (seen: number) => ['withdrawals', 'approve', id, '--version', `${seen}`, ...REASON]
    const stale = runCommand(harness, args(Number(version) + 1))
    expect([stale.status, stale.stderr]).toEqual([1, expect.stringContaining('decide again')])
    expect(runCommand(harness, args(Number(version))).status).toBe(0)
    expect(runCommand(harness, args(Number(version) + 1)).stderr).toContain('is already approved')
    await harness.pass(MINUTE_MS)
    expect(show(harness, id)).toMatchObject({ status: 'COMPLETED', amount: '10.00' })
    expect(await auditRows(harness, id)).toMatchObject([{ action: 'withdrawals approve' }])
    expect(runCommand(harness, ['withdrawals', 'reject', id, ...REASON]).stderr).toContain(
      'is COMPLETED, neither PENDING nor REVIEW',
    )
  })

  it('reject returns amount and fee', async () => {
    const { harness } = shared
    const keys = await harness.register()
    await fund(harness, keys)
    const before = await balance(harness, keys)
    const id = await underReview(harness, keys)
    const { status, stdout } = runCommand(harness, ['withdrawals', 'reject', id, ...REASON])
    expect([status, stdout]).toEqual([
      0,
      `withdrawal ${id} is FAILED (rejected); 14.00 USDT returned to the merchant\n`,
    ])
    expect(await balance(harness, keys)).toEqual(before)
    const rejected = await harness.call('GET', `/v1/withdrawals/${id}`, { keys })
    expect(rejected.json).toMatchObject({ status: 'FAILED', failure_code: 'rejected' })
    expect(await auditRows(harness, id)).toMatchObject([{ action: 'withdrawals reject' }])
  })

  it('list finds withdrawals in review', async () => {
    const { harness } = shared
    const keys = await harness.register()
    await fund(harness, keys)
    const id = await underReview(harness, keys)
    const args = ['withdrawals', 'list', '--status', 'REVIEW', '--merchant', keys.merchantId, '--json']
    expect(documentsOf(runCommand(harness, args))).toMatchObject([{ id, review_reason: 'auto_limit' }])
  })

  it.each([
    [['approve', 'x', '--version', '1']],
    [['approve', 'x', ...REASON]],
    [['approve', 'x', '--version', 'one', ...REASON]],
    [['approve', '--version', '1', ...REASON]],
    [['reject', 'x']],
    [['reject', 'x', '--reason', ' ']],
    [['replace', 'x']],
    [['settle', 'x', ...REASON]],
    [['settle', 'x', '--as', 'lost', ...REASON]],
    [['show']],
  ])('%j is wrong usage', (args) => {
    const { status, stderr } = runCommand(shared.harness, ['withdrawals', ...args])
    expect([status, stderr.trimEnd().split('\n').length]).toEqual([2, 1])
    expect(stderr).toContain(`usage: merchantpay-server withdrawals ${args[0]} <withdrawal-id>`)
  })

  it('replace refuses a network without replacements, and an unsigned payment', async () => {
    const { harness } = shared
    const keys = await harness.register()
    await fund(harness, keys)
    const id = await underReview(harness, keys)
    const { status, stderr } = runCommand(harness, ['withdrawals', 'replace', id, ...REASON])
    expect([status, stderr]).toEqual([1, expect.stringMatching(/expires by itself|neither PROCESSING/)])
  })

  it('settle refuses withdrawals whose payment moved the right amount', async () => {
    const { harness } = shared
    const keys = await harness.register()
    await fund(harness, keys)
    const id = await underReview(harness, keys)
    const { status, stderr } = runCommand(harness, ['withdrawals', 'settle', id, '--as', 'paid', ...REASON])
    expect([status, stderr]).toEqual([1, `withdrawal ${id} is REVIEW, not BROADCAST\n`])
    expect(await auditRows(harness, id)).toEqual([])
  })

  it('resume refuses a signer that is not paused', () => {
    const args = ['signer', 'resume', '--environment', 'test', '--network', 'ERC20', ...REASON]
    const { status, stderr } = runCommand(shared.harness, args)
    expect([status, stderr]).toEqual([1, 'the signer of test/ERC20 is not paused\n'])
  })

  it.each(['approve', 'reject', 'show', 'replace', 'settle'])('%s refuses an unknown withdrawal', (verb) => {
    const more: Record<string, string[]> = { approve: ['--version', '1'], settle: ['--as', 'paid'] }
    const reason = verb === 'show' ? [] : REASON
    const args = ['withdrawals', verb, 'nothing', ...(more[verb] ?? []), ...reason]
    const { status, stderr } = runCommand(shared.harness, args)
    expect([status, stderr]).toEqual([1, 'there is no withdrawal nothing\n'])
  })
})

describe('ledger attribute', () => {
  interface Stray {
    readonly harness: Harness
    readonly keys: Registered
    /** The order whose address received the transfer after the lease had ended. */
    readonly orderId: string
    readonly transfer: string
  }

  /** 25 USDT that an address without an order received. */
  async function strayMoney(action: 'late_pay' | 'freeze' = 'late_pay'): Promise<Stray> {
    const harness = await Harness.start({ MERCHANTPAY_ADDRESS_COOLDOWN_SECONDS: '60' })
    const keys = await harness.register()
    const orderId = await openOrder(harness, keys)
    await simulate(harness, keys, orderId, { action: 'expire' })
    await harness.pass(3 * MINUTE_MS, 10_000)
    await simulate(harness, keys, orderId, { action })
    await harness.pass(CONFIRMED_MS)
    const args = ['ledger', 'suspense', '--environment', 'test', '--json']
    const [row, ...more] = documentsOf(runCommand(harness, args))
    expect([row, more]).toMatchObject([{ amount: '25.00', is_flagged: action === 'freeze' }, []])
    return { harness, keys, orderId, transfer: `${row?.transfer}` }
  }
  const attribute = ({ harness, transfer }: Stray, to: string) =>
    runCommand(harness, ['ledger', 'attribute', transfer, '--to', to, ...REASON])
  /** The store of the harness, and the cursor of TRC20. */
  async function openDatabase(harness: Harness) {
    const store = await openOn(harness.database)
    const cursor = await store.read((tx) => tx.cursors.find({ environment: 'test', network: 'TRC20' }))
    if (!cursor) throw new Error('TRC20 is not watched')
    return { store, cursor }
  }
  const next = (block: BlockRef): BlockRef => ({
    ...block,
    number: block.number + 1,
    hash: `${block.hash}'`,
  })
  const getOrder = async ({ harness, keys }: Stray, id: string) =>
    (await harness.call('GET', `/v1/orders/${id}`, { keys })).json

  it('attributes it to an expired order, which becomes paid late', async () => {
    const stray = await strayMoney()
    const { harness, keys, orderId } = stray
    const { status, stdout } = attribute(stray, `order:${orderId}`)
    expect([status, stdout]).toEqual([
      0,
      `25.00 USDT attributed to order ${orderId}: test/${keys.merchantId}/available\n`,
    ])
    expect(await getOrder(stray, orderId)).toMatchObject({ status: 'EXPIRED_PAID', received_amount: '25.00' })
    expect(await balance(harness, keys)).toMatchObject({ available: '24.75' })
    expect(await auditRows(harness, orderId)).toMatchObject([{ action: 'ledger attribute' }])
    const again = attribute(stray, `order:${orderId}`)
    expect([again.status, again.stderr]).toEqual([1, expect.stringContaining('is already attributed to')])
  })

  it('attributes it to an open order, which becomes PAID, and reverses it when it leaves the chain', async () => {
    const stray = await strayMoney()
    const { harness, keys } = stray
    const open = await openOrder(harness, keys)
    expect(attribute(stray, `order:${open}`).status).toBe(0)
    expect(await getOrder(stray, open)).toMatchObject({ status: 'PAID', credited_amount: '24.75' })
    const why = documentsOf(runCommand(harness, ['orders', 'explain', open, '--json']))
    expect(why).toMatchObject([{ transfers: [{ outcome: 'attributed' }] }])
    await simulate(harness, keys, open, { action: 'reorg' })
    await harness.pass(CONFIRMED_MS)
    expect(await getOrder(stray, open)).toMatchObject({ status: 'FROZEN', received_amount: '0.00' })
    expect(await balance(harness, keys)).toMatchObject({ available: '0.00', frozen: '0.00' })
  })

  it("attributes it to a merchant's balance without a fee", async () => {
    const stray = await strayMoney()
    expect(attribute(stray, `merchant:${stray.keys.merchantId}`).status).toBe(0)
    expect(await balance(stray.harness, stray.keys)).toMatchObject({ available: '25.00' })
    const args = ['ledger', 'suspense', '--environment', 'test']
    expect(runCommand(stray.harness, args).stdout).toBe('none\n')
  })

  it('reverses it for its owner when it leaves the chain', async () => {
    const stray = await strayMoney()
    const { harness, keys } = stray
    attribute(stray, `merchant:${keys.merchantId}`)
    const { store, cursor } = await openDatabase(harness)
    const after = { ...cursor.block, number: 0 }
    await store.write((tx) =>
      recordStep(
        tx,
        contextAt(handClock()),
        cursor,
        {
          ...NOTHING_SEEN,
          kind: 'rewind',
          after,
          to: next(cursor.block),
        },
        new FinalityResults(),
      ),
    )
    expect(await balance(harness, keys)).toMatchObject({ available: '0.00' })
    const accounts = ['test/platform/suspense:TRC20', 'test/platform/custody:TRC20']
    const balances = await store.read((tx) => tx.ledger.balances(accounts))
    expect([...balances.values()]).toEqual([0n, 0n])
  })

  it('invalidates a step that the watcher has read and not recorded', async () => {
    const stray = await strayMoney()
    const { store, cursor } = await openDatabase(stray.harness)
    attribute(stray, 'operator')
    const recorded = await store.write((tx) =>
      recordStep(
        tx,
        contextAt(handClock()),
        cursor,
        {
          ...NOTHING_SEEN,
          kind: 'forward',
          to: next(cursor.block),
        },
        new FinalityResults(),
      ),
    )
    expect(recorded).toBeUndefined()
  })

  it('attributes flagged money to no balance, and freezes the order that receives it', async () => {
    const stray = await strayMoney('freeze')
    const { harness, keys, orderId } = stray
    const refused = attribute(stray, `merchant:${keys.merchantId}`)
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('screening flagged')])
    expect(attribute(stray, `order:${orderId}`).status).toBe(0)
    expect(await getOrder(stray, orderId)).toMatchObject({ status: 'FROZEN' })
    expect(await balance(harness, keys)).toMatchObject({ available: '0.00', frozen: '24.75' })
    runCommand(harness, ['orders', 'clear', orderId, ...REASON])
    expect(await getOrder(stray, orderId)).toMatchObject({ status: 'EXPIRED_PAID' })
    expect(await balance(harness, keys)).toMatchObject({ available: '24.75', frozen: '0.00' })
  })

  it('attributes it to the operator', async () => {
    const stray = await strayMoney()
    expect(attribute(stray, 'operator').stdout).toContain('test/platform/operator:TRC20')
    expect(await auditRows(stray.harness, 'operator')).toHaveLength(1)
  })

  it('refuses unknown targets and transfers, and audits nothing', async () => {
    const stray = await strayMoney()
    const { harness, keys, transfer } = stray
    const body = { ...ORDER, network: 'ERC20' }
    const { json: other } = await harness.call('POST', '/v1/orders', { keys, body })
    for (const to of ['order:nothing', 'merchant:nothing', `order:${other.id}`]) {
      expect([to, attribute(stray, to).status]).toEqual([to, 1])
    }
    for (const unknown of [`${transfer}1`, transfer.replace('TRC20', 'ERC20')]) {
      expect(attribute({ ...stray, transfer: unknown }, 'operator').status).toBe(1)
    }
    expect(documentsOf(runCommand(harness, ['audit', 'list', '--json']))).toEqual([])
  })

  it.each([
    ['no-transfer', 'operator'],
    ['test/TRC20/hash/x', 'operator'],
    ['test/DOGE/hash/0', 'operator'],
    ['test/TRC20/hash/0', 'me'],
    ['test/TRC20/hash/0', 'order:'],
  ])('%s to %s is wrong usage', (transfer, to) => {
    const args = ['ledger', 'attribute', transfer, '--to', to, ...REASON]
    expect(runCommand(NO_DATABASE, args).status).toBe(2)
  })
})

/** Deposits of the operator are its own funds: they are no earned fees, which could be paid out. */
const OPERATOR = 'test/platform/operator:TRC20'

describe('ledger adjust', () => {
  const shared = useHarness()
  const adjust = (debit: string, credit: string, amount: string) => {
    const accounts = ['--debit', debit, '--credit', credit, '--amount', amount]
    return runCommand(shared.harness, ['ledger', 'adjust', ...accounts, ...REASON])
  }

  it('moves money between two accounts of one environment, and names the ledger transaction', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const { status, stdout } = adjust(OPERATOR, `test/${keys.merchantId}/available`, '3.5')
    expect(status).toBe(0)
    expect(await balance(harness, keys)).toMatchObject({ available: '3.50' })
    const [, key = ''] = /posted as (adjust:\S+)/.exec(stdout) ?? []
    const [row, ...more] = await auditRows(harness, key)
    expect(JSON.parse(row?.details ?? '{}')).toEqual({
      reason: 'ticket 7',
      debit: OPERATOR,
      credit: `test/${keys.merchantId}/available`,
      amount: '3.50',
    })
    expect(more).toEqual([])
  })

  it('refuses to overdraw an account', async () => {
    const { harness } = shared
    const keys = await harness.register()
    for (const code of ['available', 'held', 'frozen', 'shortfall']) {
      expect([code, adjust(`test/${keys.merchantId}/${code}`, 'test/platform/fees', '1').status]).toEqual([
        code,
        1,
      ])
    }
    expect(await balance(harness, keys)).toMatchObject({ available: '0.00', held: '0.00', frozen: '0.00' })
  })

  it('refuses two environments, one account twice, and unknown merchants', () => {
    expect(adjust('test/platform/fees', 'live/platform/fees', '1').stderr).toContain('different environments')
    expect(adjust('test/platform/fees', 'test/platform/fees', '1').stderr).toContain('are the same')
    expect(adjust('test/platform/fees', 'test/unknown/available', '1').stderr).toContain(
      'no merchant unknown',
    )
  })

  it.each([
    ['test/platform/fees', 'test/platform/app_rail', '0'],
    ['test/platform/fees', 'test/platform/app_rail', '-1'],
    ['test/platform/fees', 'test/platform/app_rail', '1.123456789'],
    ['test/platform/fees', 'test/platform/app_rail', '1e3'],
    ['test/platform/money', 'test/platform/app_rail', '1'],
    ['demo/platform/fees', 'test/platform/app_rail', '1'],
    ['test/platform/fees', 'test/platform/custody:BTC', '1'],
  ])('%s to %s with %s is wrong usage', (debit, credit, amount) => {
    expect(adjust(debit, credit, amount).status).toBe(2)
  })
})
