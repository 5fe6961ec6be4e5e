import { describe, expect, it } from 'vitest'
import { OPERATOR_ACTIONS } from '../../src/console/routes.js'
import { issueApiKey } from '../../src/domain/merchants/api-keys.js'
import { issueDashboardLink } from '../../src/domain/merchants/dashboard-links.js'
import { letIn } from '../../src/domain/people/people.js'
import { KEY_SCOPES } from '../../src/domain/shared/key-scope.js'
import type { Withdrawal } from '../../src/domain/withdrawals/withdrawal.js'
import { orderInRow } from '../support/checkout/checkout-rows.js'
import { ConsoleClient, signInAs, WITH_CONSOLE } from '../support/console/console-client.js'
import { withdrawalOf } from '../support/console/console-world.js'
import { makeOwner } from '../support/dashboard/own-paths.js'
import { Harness, type Keys, useHarness } from '../support/server/harness.js'
import { auditRows } from '../support/server/operator.js'
import { changeBeside, changeSecretsBeside } from '../support/server/operator-change.js'
import { ENGINES, type Engine } from '../support/storage/engines.js'
import { fund, PAYEE, withdraw } from '../support/withdrawals/withdrawals.js'

const REASON = 'Called Ada on the number in her file'
const INES = { actor: 'ines (admin)', reason: REASON }
const LARGE = { amount: '1500', reason: REASON }

/** The form of an action, with the fields that its page hides. */
async function decide(client: ConsoleClient, path: string, fields: Record<string, string>) {
  const { text } = await client.get(path)
  const hidden = [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)]
  return client.post(path, {
    ...Object.fromEntries(hidden.map(([, name, value]) => [name, value])),
    ...fields,
  })
}

const approve = (client: ConsoleClient, id: string) =>
  decide(client, `/console/withdrawals/${id}/approve`, LARGE)

/** Refunds 1,500 USDT of an order as ines, which needs a review. @returns the id of the refund */
async function refundByInes(harness: Harness, keys: Keys): Promise<string> {
  const { order } = await orderInRow(harness, keys, 'paid', { amount: '4000' })
  const ines = await signInAs(harness, 'ines', 'finance')
  const fields = { refund: '1500', destination: PAYEE.TRC20, reason: REASON }
  expect((await decide(ines, `/console/orders/${order.id}/refund`, fields)).status).toBe(303)
  const { json } = await harness.call('GET', `/v1/orders/${order.id}/refunds`, { keys })
  expect(json.refunds).toMatchObject([{ status: 'REVIEW', amount: '1500.00' }])
  const [refund] = json.refunds as { id: string }[]
  return refund?.id ?? ''
}

const start = (engine: Engine, env: Record<string, string> = {}) =>
  Harness.start({ ...WITH_CONSOLE, ...env }, { engine })

describe.each(ENGINES)('the operator behind a withdrawal, on %s', (engine) => {
  const shared = useHarness(WITH_CONSOLE, engine)

  it('cannot approve a refund, in no session and under no role or letter case, and another person can', async () => {
    const { harness } = shared
    const id = await refundByInes(harness, await harness.register())
    for (const [name, role] of [
      ['ines', 'finance'],
      ['Ines', 'admin'],
    ] as const) {
      const same = await signInAs(harness, name, role)
      const page = await same.get(`/console/withdrawals?open=${id}`)
      expect(page.text).toContain('Ask another person with the role finance.')
      expect(page.text).not.toContain(`/console/withdrawals/${id}/approve`)
      const refused = await approve(same, id)
      expect(refused.status).toBe(409)
      expect(refused.text).toContain('was made by ines (finance): another person must approve it')
    }
    expect(await withdrawalOf(harness, id)).toMatchObject({
      approvedAt: null,
      madeBy: { name: 'ines (finance)', operator: 'ines' },
    })
    const omar = await signInAs(harness, 'omar', 'finance')
    expect((await omar.get(`/console/withdrawals?open=${id}`)).text).toContain('<dd>ines (finance)</dd>')
    expect((await approve(omar, id)).status).toBe(303)
    expect(await auditRows(harness, id)).toMatchObject([
      { actor: 'omar (finance)', details: expect.stringContaining('"made_by":"ines (finance)"') },
    ])
  })

  it('cannot approve what a key or a dashboard link of theirs made, or a key made with those', async () => {
    const { harness } = shared
    const merchant = await harness.register()
    await fund(harness, merchant, '9000')
    const scope = { merchantId: merchant.merchantId, environment: 'test' } as const
    const { issued, token } = await changeSecretsBeside(harness, async (tx, context) => ({
      issued: await issueApiKey(tx, context, { ...scope, name: 'x', scopes: KEY_SCOPES }, INES),
      token: (await issueDashboardLink(tx, context, { ...scope, scopes: KEY_SCOPES }, INES)).token,
    }))
    const first = { keyId: issued.key.keyId, secret: issued.secret }
    const second = await harness.call('POST', '/v1/merchants/api-keys', {
      keys: first,
      body: { environment: 'test' },
    })
    const person = new ConsoleClient(harness)
    await person.post(`/dashboard/sign-in/${token}`)
    const made = await person.submit(
      '/dashboard/developers/keys/new',
      { name: 'y', scopes: 'withdrawals', key: crypto.randomUUID() },
      '/dashboard',
    )
    const [, keyId = '', secret = ''] = /(mk_test_\w{24}).*?(sk_test_[\w-]{43})/s.exec(made.text) ?? []
    const descended = [
      first,
      { keyId: `${second.json.key_id}`, secret: `${second.json.secret}` },
      { keyId, secret },
    ]
    const ines = await signInAs(harness, 'ines', 'finance')
    for (const keys of descended) {
      const { json } = await withdraw(harness, keys, { amount: '1500' })
      expect(await withdrawalOf(harness, json.id)).toMatchObject({
        madeBy: { name: keys.keyId, operator: 'ines' },
      })
      const refused = await approve(ines, json.id)
      expect([refused.status, refused.text.includes(`made by ${keys.keyId}, issued by ines`)]).toEqual([
        409,
        true,
      ])
    }
  })

  it('cannot approve what a person made whom they let in', async () => {
    const { harness } = shared
    const owner = await makeOwner(harness)
    await fund(harness, owner, '9000')
    const { merchantId } = owner
    const wanted = { merchantId, mail: 'lena@shop.example', name: 'Lena', role: 'owner' } as const
    const { person, token } = await changeSecretsBeside(harness, (tx, context) =>
      letIn(tx, context, wanted, INES, false),
    )
    const client = new ConsoleClient(harness)
    await client.post(`/dashboard/sign-in/${token}`)
    const fields = { amount: '1500', destination: `${owner.ids.destinations}`, key: crypto.randomUUID() }
    const made = await client.submit('/dashboard/withdraw?env=test', fields, '/dashboard')
    const [, id = ''] = /withdrawals\/([\w-]+)\?/.exec(`${made.headers.location}`) ?? []
    expect(await withdrawalOf(harness, id)).toMatchObject({ madeBy: { name: person.id, operator: 'ines' } })
    const refused = await approve(await signInAs(harness, 'ines', 'finance'), id)
    expect([refused.status, refused.text.includes('issued by ines')]).toEqual([409, true])
  })

  it('is none for a withdrawal by a key or a dashboard of the merchant', async () => {
    const { harness } = shared
    const merchant = await harness.register()
    await fund(harness, merchant, '4000')
    const { json } = await withdraw(harness, merchant, { amount: '1500' })
    expect(await withdrawalOf(harness, json.id)).toMatchObject({
      madeBy: { name: merchant.keyId, operator: null },
    })
    expect((await approve(await signInAs(harness, 'ines', 'finance'), json.id)).status).toBe(303)
  })

  it('leaves a possible duplicate to another person, once no transfer can have paid it', async () => {
    const { harness } = shared
    const id = await refundByInes(harness, await harness.register())
    const reviewed = await withdrawalOf(harness, id)
    const held = { ...reviewed, reviewReason: 'possible_duplicate', version: 2 } as Withdrawal
    await changeBeside(harness, (tx) => tx.withdrawals.update(held))
    const omar = await signInAs(harness, 'omar', 'finance')
    expect((await omar.get(`/console/withdrawals?open=${id}`)).text).toContain('No transfer has paid it')
    expect((await approve(await signInAs(harness, 'ines', 'finance'), id)).status).toBe(409)
    expect((await approve(omar, id)).status).toBe(303)
  })

  it('can reject it', async () => {
    const { harness } = shared
    const id = await refundByInes(harness, await harness.register())
    const ines = await signInAs(harness, 'ines', 'finance')
    expect((await decide(ines, `/console/withdrawals/${id}/reject`, { reason: REASON })).status).toBe(303)
  })

  it('can approve it where the installation has one operator', async () => {
    const harness = await start(engine, { MERCHANTPAY_SINGLE_OPERATOR: 'on' })
    const id = await refundByInes(harness, await harness.register())
    expect((await approve(await signInAs(harness, 'ines', 'finance'), id)).status).toBe(303)
  })
})

describe('an action that moves money or makes keys', () => {
  it('needs a sign-in that is younger than 15 minutes; stopping and reading need none', async () => {
    const harness = await start('sqlite')
    const merchant = await harness.register()
    await fund(harness, merchant, '4000')
    const { json } = await withdraw(harness, merchant, { amount: '1500' })
    const paths = { ':id': merchant.merchantId, ':key': merchant.keyId, ':name': 'x' }
    const client = await signInAs(harness, 'ines', 'admin')
    const token = /name="token" value="([^"]+)"/.exec((await client.get('/console')).text)?.[1] ?? ''
    harness.clock.advanceReal(15 * 60_000)
    const guarded: string[] = []
    for (const { name, path } of OPERATOR_ACTIONS) {
      const filled = `/console${path.replaceAll(/:\w+/g, (part) => paths[part as keyof typeof paths] ?? 'x')}`
      const asked = await client.get(filled)
      const sent = await client.post(filled, { token, reason: REASON })
      expect([name, asked.text.includes('Sign in again.')]).toEqual([
        name,
        sent.text.includes('Sign in again.'),
      ])
      if (!sent.text.includes('Sign in again.')) continue
      expect([name, asked.status, sent.status]).toEqual([name, 403, 403])
      expect(sent.text).toContain('merchantpay-server console --as ines --role admin')
      guarded.push(name)
    }
    expect(guarded.sort()).toEqual([
      'dashboard link',
      'keys create',
      'ledger attribute',
      'merchants activate',
      'orders clear',
      'orders refund',
      'orders reject',
      'payouts resume',
      'people invite',
      'rates confirm',
      'secrets rotate',
      'signer resume',
      'withdrawals approve',
    ])
    const page = await client.get(`/console/withdrawals?open=${json.id}`)
    expect(page.text).toContain(`/console/withdrawals/${json.id}/approve`)
    expect(page.text).not.toContain('Approve and send')
    harness.clock.advanceReal(-15 * 60_000)
    const again = await signInAs(harness, 'ines', 'admin')
    expect((await approve(again, json.id)).status).toBe(303)
  })
})
