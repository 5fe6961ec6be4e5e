import { describe, expect, it } from 'vitest'
import { sandboxAddress } from '../../../src/chain/sandbox/sandbox-addresses.js'
import { type Keys, ORDER, useHarness } from '../../support/server/harness.js'
import { setMerchantStatus } from '../../support/server/merchant-status.js'
import { error, refusal } from '../../support/server/refusals.js'
import {
  balanceOf,
  fund,
  getWithdrawal,
  PAYEE,
  WITHDRAWAL,
  withdraw,
} from '../../support/withdrawals/withdrawals.js'

describe('POST /v1/withdrawals', () => {
  const shared = useHarness()

  /** Creates a merchant with an available balance. */
  async function begin(available: string): Promise<Keys & { merchantId: string }> {
    const keys = await shared.harness.register()
    await fund(shared.harness, keys, available)
    return keys
  }

  it('accepts a withdrawal and holds its amount and fee', async () => {
    const { harness } = shared
    const keys = await begin('100')
    const fields = { amount: '25.123456', description: 'Payout', metadata: { run: 7 } }
    const { status, json, headers } = await withdraw(harness, keys, fields)
    expect(status).toBe(201)
    expect(json).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      withdrawal_number: expect.stringMatching(/^wdr_[0-9A-HJKMNP-TV-Z]{12}$/),
      merchant_id: keys.merchantId,
      status: 'PENDING',
      amount: '25.123456',
      fee: '1.50',
      total_debit: '26.623456',
      currency: 'USDT',
      network: 'TRC20',
      destination_address: PAYEE.TRC20,
      tx_hash: null,
      confirmations: 0,
      failure_code: null,
      description: 'Payout',
      metadata: { run: 7 },
      environment: 'test',
      created_at: new Date(harness.clock.now()).toISOString(),
      updated_at: new Date(harness.clock.now()).toISOString(),
      completed_at: null,
    })
    expect(headers['idempotent-replayed']).toBeUndefined()
    expect(await balanceOf(harness, keys)).toEqual({
      currency: 'USDT',
      available: '73.376544',
      held: '26.623456',
      frozen: '0.00',
    })
  })

  it('charges the fee of its network', async () => {
    const keys = await begin('100')
    const fields = { network: 'ERC20', destination_address: PAYEE.ERC20 }
    expect((await withdraw(shared.harness, keys, fields)).json).toMatchObject({
      fee: '4.00',
      total_debit: '14.00',
    })
  })

  it.each([
    [{ amount: 10 }, 'invalid amount'],
    [{ amount: '10.0000001' }, 'invalid amount'],
    [{ amount: '1e2' }, 'invalid amount'],
    [{ amount: '-10' }, 'invalid amount'],
    [{ amount: '0' }, 'invalid amount'],
    [{ amount: '0.000000' }, 'invalid amount'],
    [{ amount: undefined }, 'invalid amount'],
    [{ amount: '9.999999' }, 'amount below minimum'],
    [{ amount: '0.000001' }, 'amount below minimum'],
    [{ currency: 'USDC' }, 'unsupported currency'],
    [{ currency: undefined }, 'unsupported currency'],
    [{ network: 'BEP20' }, 'unsupported network'],
    [{ network: undefined }, 'unsupported network'],
    [{ destination_address: undefined }, 'invalid destination address'],
    [{ destination_address: 5 }, 'invalid destination address'],
    [{ metadata: [1] }, 'invalid metadata'],
    [{ metadata: { big: 'x'.repeat(16_384) } }, 'invalid metadata'],
    [{ webhook_url: 'http://shop.example' }, 'invalid webhook url'],
    [{ webhook_url: 'https://10.0.0.1/hooks' }, 'invalid webhook url'],
    [{ idempotency_key: '' }, 'invalid idempotency key'],
    [{ idempotency_key: 'x'.repeat(256) }, 'invalid idempotency key'],
    [{ description: 'x'.repeat(501) }, 'invalid parameter: description'],
  ])('refuses %j', async (fields, message) => {
    const keys = await begin('100')
    expect(refusal(await withdraw(shared.harness, keys, fields))).toEqual(error(400, message))
    expect(await balanceOf(shared.harness, keys)).toMatchObject({ available: '100.00', held: '0.00' })
  })

  it('accepts the minimum, and the whole balance to the last unit', async () => {
    const { harness } = shared
    const [exact, short] = [await begin('11.5'), await begin('11.49999999')]
    expect((await withdraw(harness, exact)).status).toBe(201)
    expect(await balanceOf(harness, exact)).toMatchObject({ available: '0.00', held: '11.50' })
    expect(refusal(await withdraw(harness, short))).toEqual(error(400, 'insufficient balance'))
    expect(await balanceOf(harness, short)).toMatchObject({ available: '11.49999999', held: '0.00' })
  })

  it('does not count refused withdrawals towards the day', async () => {
    const { harness } = shared
    const keys = await begin('2000')
    const tooMuch = Array.from({ length: 12 }, () => withdraw(harness, keys, { amount: '1999.00' }))
    for (const answer of await Promise.all(tooMuch)) expect(answer.status).toBe(400)
    expect((await withdraw(harness, keys, { amount: '900' })).json.status).toBe('PENDING')
  })

  it('never accepts more than the balance under concurrent calls', async () => {
    const { harness } = shared
    const keys = await begin('24.50')
    const answers = await Promise.all(Array.from({ length: 8 }, () => withdraw(harness, keys)))
    const accepted = answers.filter(({ status }) => status === 201)
    expect(accepted).toHaveLength(2)
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(refusal(answer)).toEqual(error(400, 'insufficient balance'))
    }
    expect(await balanceOf(harness, keys)).toMatchObject({ available: '1.50', held: '23.00' })
    const { json } = await harness.call('GET', '/v1/withdrawals', { keys })
    expect(json.total).toBe(2)
  })

  it('answers 403 to a suspended merchant, who may still read', async () => {
    const { harness } = shared
    const keys = await begin('100')
    const { json } = await withdraw(harness, keys)
    await setMerchantStatus(harness, keys.merchantId, 'SUSPENDED')
    expect(refusal(await withdraw(harness, keys))).toEqual(error(403, 'merchant suspended'))
    expect((await getWithdrawal(harness, keys, json.id)).id).toBe(json.id)
    expect(await balanceOf(harness, keys)).toMatchObject({ held: '11.50' })
  })

  it('refuses a network that is switched off in the environment of the key', async () => {
    const { harness } = shared
    const keys = await begin('100')
    const live = await harness.liveKeys(keys)
    expect(refusal(await withdraw(harness, live))).toEqual(error(400, 'unsupported network'))
    // The environments have separate balances.
    expect(await balanceOf(harness, live)).toMatchObject({ available: '0.00' })
  })

  it('answers with the errors that all operations share', async () => {
    const { harness } = shared
    const keys = await begin('100')
    const send = (options: object) => harness.call('POST', '/v1/withdrawals', { keys, ...options })
    expect(refusal(await send({ body: WITHDRAWAL, isSigned: false }))).toEqual(
      error(401, 'missing authorization header'),
    )
    expect(refusal(await send({ bytes: 'x'.repeat(65_537) }))).toEqual(error(413, 'request body too large'))
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect(refusal(await send({ bytes: 'amount=10', headers: form }))).toEqual(
      error(415, 'unsupported media type'),
    )
    expect(refusal(await send({ bytes: '{' }))).toEqual(error(400, 'invalid json'))
  })

  describe('with an idempotency key', () => {
    const keyed = { idempotency_key: 'payout-1' }

    it('creates one withdrawal for a hundred parallel calls and answers all of them alike', async () => {
      const { harness } = shared
      const keys = await begin('1000')
      const calls = Array.from({ length: 100 }, () => withdraw(harness, keys, keyed))
      const answers = await Promise.all(calls)
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
      expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(99)
      expect(await balanceOf(harness, keys)).toMatchObject({ available: '988.50', held: '11.50' })
    })

    it('returns the present state of the withdrawal, also for equal parameters in another notation', async () => {
      const { harness } = shared
      const keys = await begin('100')
      const { json } = await withdraw(harness, keys, keyed)
      await harness.call('POST', `/v1/withdrawals/${json.id}/cancel`, { keys })
      const again = await withdraw(harness, keys, { ...keyed, amount: '10', metadata: {} })
      expect([again.status, again.json.id, again.json.status]).toEqual([201, json.id, 'CANCELED'])
      expect(again.headers['idempotent-replayed']).toBe('true')
    })

    it.each([
      { amount: '11' },
      { network: 'ERC20', destination_address: PAYEE.ERC20 },
      { destination_address: sandboxAddress('TRC20', 'payer') },
      { metadata: { a: 1 } },
      { description: 'other' },
      { webhook_url: 'https://shop.example/hooks' },
    ])('refuses the key for other parameters: %j', async (other) => {
      const keys = await begin('100')
      await withdraw(shared.harness, keys, keyed)
      expect(refusal(await withdraw(shared.harness, keys, { ...keyed, ...other }))).toEqual(
        error(409, 'duplicate idempotency key'),
      )
    })

    it('leaves the key unused when the withdrawal was refused', async () => {
      const { harness } = shared
      const keys = await begin('5')
      expect((await withdraw(harness, keys, keyed)).status).toBe(400)
      await fund(harness, keys, '20')
      const after = await withdraw(harness, keys, { ...keyed, amount: '12' })
      expect([after.status, after.json.amount]).toEqual([201, '12.00'])
    })

    it('is independent of keys of orders, of other merchants and of the day before', async () => {
      const { harness } = shared
      const [keys, other] = [await begin('100'), await begin('100')]
      await harness.call('POST', '/v1/orders', { keys, body: { ...ORDER, ...keyed } })
      const first = await withdraw(harness, keys, keyed)
      const theirs = await withdraw(harness, other, { ...keyed, amount: '20' })
      harness.clock.advance(24 * 3_600_000)
      const tomorrow = await withdraw(harness, keys, { ...keyed, amount: '30' })
      expect([first.status, theirs.status, tomorrow.status]).toEqual([201, 201, 201])
    })
  })
})
