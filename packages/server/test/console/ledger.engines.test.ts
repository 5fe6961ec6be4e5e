import { describe, expect, it, onTestFinished } from 'vitest'
import { platformAccount } from '../../src/domain/ledger/account.js'
import { adjustLedger } from '../../src/domain/ledger/adjustments.js'
import { recordProof } from '../../src/domain/ledger/ledger-proofs.js'
import { verifyLedger } from '../../src/domain/ledger/ledger-verify.js'
import { type ConsoleClient, signInAs, WITH_CONSOLE } from '../support/console/console-client.js'
import { consoleWorld } from '../support/console/console-world.js'
import { amount, contextAt } from '../support/domain/context.js'
import { XPUB } from '../support/nodes/tron.js'
import { temporaryFolder } from '../support/server/folder.js'
import { Harness } from '../support/server/harness.js'
import { auditRows } from '../support/server/operator.js'
import { changeBeside } from '../support/server/operator-change.js'
import { ENGINES, type Engine, sideOf } from '../support/storage/engines.js'

const LEDGER = '/console/ledger?env=test'
const VERIFY = '/console/ledger/verify?env=test'
const MANDATE = { actor: 'ada', reason: 'in the hot wallet from the beginning' }
const TRC20 = { environment: 'test', network: 'TRC20' } as const

/** Starts a server whose ledger a test damages, so that it is not verified in the end. */
async function openServer(engine: Engine, env: Record<string, string> = {}): Promise<Harness> {
  const harness = await Harness.open(temporaryFolder(), { ...WITH_CONSOLE, ...env }, { engine })
  onTestFinished(() => harness.server.stop())
  return harness
}

/** A server on a network whose node does not answer. */
const openWithDeadNode = (engine: Engine): Promise<Harness> =>
  openServer(engine, {
    MERCHANTPAY_TEST_TRC20: 'rpc',
    MERCHANTPAY_TEST_TRC20_NODE_1_URL: 'http://127.0.0.1:9/?key=of-our-plan',
    MERCHANTPAY_TEST_TRC20_CHAIN_ID: '1',
    MERCHANTPAY_TEST_TRC20_TOKEN: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    MERCHANTPAY_TEST_TRC20_XPUB: XPUB,
  })

/** The lines of the balance sheet, by label. */
async function sheetOf(client: ConsoleClient): Promise<Map<string, string>[]> {
  const { text } = await client.get(LEDGER)
  const [, sheet = ''] = /<div class="columns even balance">(.*?)<\/div><\/div><\/section>/s.exec(text) ?? []
  return sheet
    .split('<h3>')
    .slice(1)
    .map((column) => {
      const lines = column.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)
      const bare = (html = '') => html.replaceAll(/<[^>]*>/g, '')
      return new Map([...lines].map(([, label, value]) => [bare(label), bare(value)]))
    })
}

describe.each(ENGINES)('the ledger page of the console, on %s', { timeout: 60_000 }, (engine) => {
  it('shows where the money is and whose it is, with equal totals', async () => {
    const harness = await openServer(engine)
    const { merchant } = await consoleWorld(harness)
    const client = await signInAs(harness, 'ines', 'viewer')
    const [places, owners] = await sheetOf(client)
    expect(places?.get('Total')).toMatch(/^[1-9][\d,]*\.\d\d$/)
    expect(owners?.get('Total')).toBe(places?.get('Total'))
    expect(owners?.get('Merchants, held')).toBe('1,623.00')
    const debit = platformAccount('test', 'custody:TRC20')
    const credit = platformAccount('test', 'operator:TRC20')
    await changeBeside(harness, (tx, context) =>
      adjustLedger(tx, context, { debit, credit, amount: amount('5000') }, MANDATE),
    )
    const [after, ownersAfter] = await sheetOf(client)
    expect(ownersAfter?.get('Put in by the operator, Tron')).toBe('5,000.00')
    expect(after?.has('Owed by the operator, Tron')).toBe(false)
    expect(ownersAfter?.get('Total')).toBe(after?.get('Total'))
    expect((await client.get(LEDGER)).text).not.toContain('The two sides differ')

    const side = await sideOf(harness.database)
    await side.script(
      `UPDATE ledger_accounts SET balance = balance + 300000000 WHERE id = 'test/${merchant.merchantId}/available'`,
    )
    expect((await client.get(LEDGER)).text).toContain('The two sides differ by 3.00 USDT.')
    const context = contextAt(harness.clock)
    await changeBeside(harness, async (tx) => recordProof(tx, context, await verifyLedger(tx), 1_500))
    const { text } = await client.get(LEDGER)
    expect(text).toContain(', took 1 s.')
    expect(text).toContain(`test/${merchant.merchantId}/available`)
    expect(text).toContain('environment test: ')
    expect(text).toMatch(/<th scope="row" class="name">sides<\/th>/)
  })

  it('starts a proof against the chains, and says why it has no result', async () => {
    const harness = await openWithDeadNode(engine)
    const viewer = await signInAs(harness, 'omar', 'viewer')
    const before = (await viewer.get(LEDGER)).text
    expect([before.includes('Never read'), before.includes('/ledger/verify')]).toEqual([true, false])
    const client = await signInAs(harness, 'ines', 'finance')
    expect((await client.get(LEDGER)).text).toContain('/console/ledger/verify?env=test')
    expect((await client.get(VERIFY)).text).toContain('Tron (test)')
    const sent = await client.submit(VERIFY, { reason: 'the month ends' })
    expect([sent.status, sent.headers.location]).toEqual([303, '/console/ledger?env=test&done=verifying'])
    expect((await client.submit(VERIFY, { reason: 'once more' })).status).toBe(409)
    const during = (await client.get(LEDGER)).text
    expect(during).toContain('by ines (finance)')
    expect(during).not.toContain('/console/ledger/verify')
    const prover = harness.server.workers.find(({ name }) => name === 'chain-prover test TRC20')
    expect(await prover?.tick(new AbortController().signal)).toBe(1)
    const { text } = await client.get(LEDGER)
    expect([text.includes('Not read'), text.includes('Differs')]).toEqual([true, false])
    expect(text).toContain('for ines (finance): ')
    expect(text).not.toContain('of-our-plan')
    expect(await auditRows(harness, 'chains')).toMatchObject([
      { actor: 'ines (finance)', action: 'ledger verify' },
    ])
    expect(await changeBeside(harness, (tx) => tx.chainConditions.list(TRC20))).toEqual([])
  })
})
