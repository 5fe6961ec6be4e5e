import { verifySignature } from '@merchantpay/webhook-verify/signature'
import { describe, expect, it } from 'vitest'
import { sandboxAddress } from '../../../src/chain/sandbox/sandbox-addresses.js'
import { merchantBalances } from '../../../src/domain/ledger/ledger.js'
import { clearOrder } from '../../../src/domain/orders/order-reviews.js'
import { amount } from '../../support/domain/context.js'
import { MANDATE, ScreenedNetwork } from '../../support/screening/screened-network.js'
import { ScreeningService } from '../../support/screening/screening-service.js'
import { ENGINES } from '../../support/storage/engines.js'

const SECRET = 'whsec_of-the-screening-service'
/** Deep enough to be credited. */
const DEEP_MS = 5_000
const MINUTE_MS = 60_000
const PAYER = sandboxAddress('ERC20', 'payer')
const OTHER = '0x52908400098527886E0F7030069857D2E4169EE7'
const { signal } = new AbortController()

/** A network whose payments are screened by a service. */
async function withService(callMs = 10_000) {
  const service = await ScreeningService.start()
  const network = await ScreenedNetwork.open({ hook: { url: service.url, secret: SECRET, callMs } })
  return { service, network }
}

describe.each(ENGINES)('a payment that every source passes, on %s', (engine) => {
  it('is credited at its depth, with a verdict of every source', async () => {
    const service = await ScreeningService.start()
    const hook = { url: service.url, secret: SECRET }
    const network = await ScreenedNetwork.open({ engine, hook, denied: `${OTHER} # another address\n` })
    await network.pay()
    await network.pass(1_000)
    expect(await network.status()).toBe('CONFIRMING')
    await network.pass(DEEP_MS)
    expect(await network.status()).toBe('PAID')
    expect(await network.verdicts()).toEqual(['deny_file pass', 'hook pass', 'token pass'])
  })
})

describe('the screening service', () => {
  it('gets the details of a payment, signed like a webhook', async () => {
    const { service, network } = await withService()
    await network.pay({ value: '12.5' })
    await network.pass(1_000)
    const [question, ...more] = service.requests
    expect(more).toEqual([])
    const { txHash } = await network.transfer()
    expect(JSON.parse(question?.body ?? '')).toEqual({
      network: 'ERC20',
      environment: 'test',
      tx_hash: txHash,
      log_index: 0,
      from: PAYER,
      origin: PAYER,
      to: network.order.address.address,
      amount: '12.50',
    })
    const options = {
      body: question?.body ?? '',
      headers: question?.headers ?? {},
      secrets: SECRET,
      receivedAt: network.clock.realAt,
    }
    expect(() => verifySignature(options)).not.toThrow()
  })

  it.each([
    ['is down', (response) => response.destroy()],
    ['is slow', () => undefined],
    ['fails', (response) => response.writeHead(500).end('{"verdict":"pass"}')],
    ['answers 201', (response) => response.writeHead(201).end('{"verdict":"pass"}')],
    [
      'redirects',
      (response) => response.writeHead(307, { location: '/elsewhere' }).end('{"verdict":"pass"}'),
    ],
    ['answers no JSON', (response) => response.end('pass')],
    ['answers a list', (response) => response.end('[{"verdict":"pass"}]')],
    ['answers another verdict', (response) => response.end('{"verdict":"PASS"}')],
    ['answers a reference that is no text', (response) => response.end('{"verdict":"pass","reference":7}')],
    ['answers too much', (response) => response.end(`{"verdict":"pass","x":"${'x'.repeat(65_536)}"}`)],
    ['stops in the middle', (response) => response.write('{"verdict":"pass"') && response.destroy()],
  ] as [string, Parameters<ScreeningService['respond']>[0]][])(
    'keeps an order CONFIRMING while it %s, and lets it go on after',
    async (how, answer) => {
      const { service, network } = await withService(how === 'is slow' ? 1_000 : undefined)
      service.respond(answer)
      await network.pay()
      for (let times = 0; times < 3; times += 1) await network.pass(MINUTE_MS)
      expect(await network.status()).toBe('CONFIRMING')
      expect(service.requests).toHaveLength(3)
      expect(await network.verdicts()).toEqual(['token pass'])
      service.respondJson({ verdict: 'pass' })
      await network.pass(5 * MINUTE_MS)
      expect(await network.status()).toBe('PAID')
    },
  )

  it('freezes the order with its reference', async () => {
    const { service, network } = await withService()
    service.respondJson({ verdict: 'flag', reference: 'case\u0000 41' })
    await network.pay()
    await network.pass(1_000)
    const order = await network.store.read((tx) => tx.orders.find(network.order.id))
    expect(order).toMatchObject({ status: 'FROZEN', frozenReason: 'compliance' })
    const transfer = await network.transfer()
    const given = await network.store.read((tx) => tx.screeningVerdicts.list(transfer))
    expect(given.find(({ source }) => source === 'hook')).toMatchObject({
      verdict: 'flag',
      reference: 'case  41',
    })
  })

  it('is asked again after 5 s, then after twice as long, up to 5 minutes', async () => {
    const { service, network } = await withService()
    service.respond((response) => response.writeHead(503).end())
    await network.pay()
    const asked: number[] = []
    for (let second = 0; second < 950; second += 5) {
      await network.pass(5_000)
      if (service.requests.length > asked.length) asked.push(second)
    }
    const pauses = asked.slice(1).map((second, at) => second - (asked[at] ?? 0))
    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 300, 300])
  })

  it('sets a condition after 10 minutes without an answer, which ends when nothing waits', async () => {
    const { service, network } = await withService()
    service.respond((response) => response.writeHead(503).end())
    await network.pay()
    await network.pass(1_000)
    await network.pass(10 * MINUTE_MS - 1)
    expect(await network.conditions()).toEqual([])
    await network.pass(1)
    expect(await network.conditions()).toEqual(['screening_stuck'])
    network.restart()
    await network.pass(1_000)
    expect(await network.conditions()).toEqual(['screening_stuck'])
    service.respondJson({ verdict: 'pass' })
    await network.pass(5 * MINUTE_MS)
    expect([await network.conditions(), await network.status()]).toEqual([[], 'PAID'])
  })

  it('screens a payment again that returns after it left the chain', async () => {
    const { service, network } = await withService()
    await network.pay()
    await network.pass(1_000)
    const { sandbox, store } = network
    const paid = await network.transfer()
    const [row] = await store.read((tx) =>
      tx.sandbox.listTransfers(sandbox, { after: 0, upTo: 100, limit: 1 }),
    )
    await store.write((tx) => sandbox.drop(tx, { txHash: paid.txHash, blockNumber: paid.block.number }))
    await network.pass(1_000)
    service.respondJson({ verdict: 'flag' })
    const head = await sandbox.head()
    const block = { blockNumber: head.number + 1, blockTimeAt: head.timeAt + 1_000 }
    await store.write(async (tx) => void (row && (await tx.sandbox.insertTransfer({ ...row, ...block }))))
    await network.pass(1_000)
    expect(service.requests).toHaveLength(2)
    expect([await network.status(), (await network.transfer()).incarnation]).toEqual(['FROZEN', 2])
  })
})

describe('a destination of withdrawals', () => {
  it('is screened by every source', async () => {
    const { service, network } = await withService()
    const { sandbox, context } = network
    const at = await sandbox.head()
    const judge = (address: string) => context.screening.screenAddress(sandbox, address, at, signal)
    expect(await judge(OTHER.toLowerCase())).toMatchObject({ verdict: 'pass' })
    expect(JSON.parse(service.requests[0]?.body ?? '')).toMatchObject({
      to: OTHER,
      tx_hash: null,
      amount: null,
    })
    expect(await judge(sandboxAddress('ERC20', 'blacklisted'))).toMatchObject({ verdict: 'flag' })
    service.respondJson({ verdict: 'flag', reference: 'case 7' })
    expect(await judge(OTHER)).toMatchObject({ verdict: 'flag', reference: 'case 7' })
  })

  it('is not retried for a while when no source could answer', async () => {
    const { service, network } = await withService()
    const { sandbox, context, clock } = network
    service.respond((response) => response.writeHead(503).end())
    const at = await sandbox.head()
    const judge = () => context.screening.screenAddress(sandbox, OTHER, at, signal)
    const waiting = { verdict: 'outstanding', why: 'hook: HTTP 503' }
    expect([await judge(), await judge()]).toEqual([waiting, waiting])
    expect(service.requests).toHaveLength(1)
    clock.businessAt += 5_000
    service.respondJson({ verdict: 'pass' })
    expect(await judge()).toMatchObject({ verdict: 'pass' })
  })
})

describe('orders screen', () => {
  it('passes a payment that cannot be screened, and records that', async () => {
    const { service, network } = await withService()
    service.respond((response) => response.writeHead(503).end())
    await network.pay()
    await network.pass(DEEP_MS)
    expect(await network.status()).toBe('CONFIRMING')
    await network.screenByHand('pass')
    await network.pass(1_000)
    expect([await network.status(), await network.verdicts()]).toEqual([
      'PAID',
      ['operator pass', 'token pass'],
    ])
    const [entry] = await network.store.read((tx) => tx.audit.list({ subject: network.order.id, limit: 5 }))
    expect(entry).toMatchObject({ actor: 'ada', action: 'orders screen' })
    expect(JSON.parse(entry?.details ?? '')).toMatchObject({
      verdict: 'pass',
      reason: 'checked it',
      amount: '25.00',
    })
    await expect(network.screenByHand('pass')).rejects.toThrow('is already confirmed')
  })

  it('freezes an order that was paid, and its clearance releases the money', async () => {
    const network = await ScreenedNetwork.open()
    await network.pay()
    await network.pass(DEEP_MS)
    expect(await network.status()).toBe('PAID')
    await network.screenByHand('flag')
    const balances = () => network.store.read((tx) => merchantBalances(tx, network.order))
    expect([await network.status(), await balances()]).toMatchObject(['FROZEN', { frozen: amount('24.75') }])
    await expect(network.screenByHand('flag')).rejects.toThrow('is already flagged')
    await network.store.write((tx) => clearOrder(tx, network.context, network.order.id, MANDATE))
    expect([await network.status(), await balances()]).toMatchObject(['PAID', { available: amount('24.75') }])
  })
})
