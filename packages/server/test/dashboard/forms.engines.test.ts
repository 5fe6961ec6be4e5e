import { describe, expect, it } from 'vitest'
import { ROUTES } from '../../src/dashboard/routes.js'
import { tokenIn } from '../support/console/console-client.js'
import { signInWith } from '../support/dashboard/dashboard-client.js'
import { makeOwner, pathOf } from '../support/dashboard/own-paths.js'
import { useRates } from '../support/rates/rates.js'
import { ORDER, useHarness } from '../support/server/harness.js'
import { setMerchantStatus } from '../support/server/merchant-status.js'
import { ENGINES, openOn } from '../support/storage/engines.js'
import { PAYEE } from '../support/withdrawals/withdrawals.js'

/** Many pages over one database, on a busy machine. */
const TIMEOUT_MS = 60_000

/** Reads the hidden fields of the last form of a page. */
function hiddenIn(page: string): Record<string, string> {
  const fields = page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)
  return { ...Object.fromEntries([...fields].map(([, name, value]) => [name, value])), token: tokenIn(page) }
}

describe.each(ENGINES)('the forms of the dashboard, on %s', { timeout: TIMEOUT_MS }, (engine) => {
  const shared = useHarness({}, engine)

  it('create one link for a form that is sent twice, and two for two tabs', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const client = await signInWith(harness, keys)
    const path = '/dashboard/links/new'
    const fields = { amount: '1,250.5', network: 'TRC20', description: 'Two tickets', reference: 'A-1' }
    const [tab, other] = [await client.get(path), await client.get(path)]
    const sent = { ...hiddenIn(tab.text), ...fields }
    const answers = await Promise.all([client.post(path, sent), client.post(path, sent)])
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    expect(answers[0]?.headers.location).toBe(answers[1]?.headers.location)
    await client.post(path, { ...hiddenIn(other.text), ...fields })
    const { json } = await harness.call('GET', '/v1/payment-links', { keys })
    expect(json.total).toBe(2)
    const { text } = await client.get(`${answers[0]?.headers.location}`)
    expect(text).toContain('/link/')
    expect(text).toContain('1,250.50')
    const changed = await client.post(path, { ...sent, amount: '30' })
    expect(changed.status).toBe(422)
    expect(changed.text).toContain('This form was sent already')
  })

  it('read a decimal comma, and refuse an amount that could be another one', async () => {
    const { harness } = shared
    const owner = await makeOwner(harness)
    const client = await signInWith(harness, owner)
    const page = await client.get('/dashboard/withdraw')
    const fields = { ...hiddenIn(page.text), destination: `${owner.ids.destinations}` }
    const review = await client.post('/dashboard/withdraw/review', { ...fields, amount: '20,50' })
    expect(review.text).toContain('20.50')
    const refund = `/dashboard/orders/${owner.ids.orders}/refund`
    const other = { ...hiddenIn((await client.get(refund)).text), how_much: 'other', address: PAYEE.TRC20 }
    for (const amount of ['20,500', '20.500'])
      for (const [path, form] of [
        ['/dashboard/withdraw/review', fields],
        [`${refund}/review`, other],
      ] as const) {
        const unclear = await client.post(path, { ...form, amount })
        expect([path, amount, unclear.status]).toEqual([path, amount, 422])
        expect(unclear.text).toContain('This amount is not accepted.')
      }
    for (const [path, form] of [
      ['/dashboard/withdraw/review', fields],
      [`${refund}/review`, other],
      ['/dashboard/links/new', hiddenIn((await client.get('/dashboard/links/new')).text)],
    ] as const)
      for (const amount of ['', 'ten', '-1', '1000000000']) {
        const { status, text } = await client.post(path, { ...form, amount })
        expect([path, amount, status, /decimal string|must match/i.test(text)]).toEqual([
          path,
          amount,
          422,
          false,
        ])
        if (path === '/dashboard/links/new' && amount === '1000000000')
          expect(text).toContain('Write an amount such as 12.50')
      }
  })

  it('create a link with a price in a currency that has a rate, and say at the field why another is refused', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const client = await signInWith(harness, keys)
    const path = '/dashboard/links/new'
    const store = await openOn(harness.database)
    expect((await client.get(path)).text).not.toContain('name="currency"')
    await useRates(store, harness.clock, { EUR: '1.0834', JPY: '0.0066' })
    const page = await client.get(path)
    expect(page.text).toContain('<option value="EUR">EUR · 1 EUR = 1.0834 USDT</option>')
    const created = await client.post(path, { ...hiddenIn(page.text), amount: '1,249.90', currency: 'EUR' })
    expect(created.status).toBe(303)
    expect((await client.get(`${created.headers.location}`)).text).toContain('1,249.90 EUR')
    const another = hiddenIn((await client.get(path)).text)
    for (const fields of [
      { amount: '5000.5', currency: 'JPY' },
      { amount: '5', currency: 'EUR' },
    ]) {
      const { status, text } = await client.post(path, { ...another, ...fields })
      expect(status).toBe(422)
      expect(text).toContain('id="amount-error"')
      expect(text).toContain(`<option value="${fields.currency}" selected>`)
    }
    const gone = await client.post(path, { ...another, amount: '50', currency: 'GBP' })
    expect(gone.text).toContain('There is no exchange rate of this currency')
    const { json } = await harness.call('GET', '/v1/payment-links', { keys })
    expect(json).toMatchObject({ payment_links: [{ price: { amount: '1249.90', currency: 'EUR' } }] })
  })

  it('withdraw once for a form that is sent twice, after a page that shows the fee', async () => {
    const { harness } = shared
    const owner = await makeOwner(harness)
    const client = await signInWith(harness, owner)
    const page = await client.get('/dashboard/withdraw')
    const fields = { amount: '20', destination: `${owner.ids.destinations}`, note: 'Rent' }
    const review = await client.post('/dashboard/withdraw/review', { ...hiddenIn(page.text), ...fields })
    expect(review.status).toBe(200)
    expect(review.text).toContain('21.50')
    const [, back = ''] = /href="([^"]+)">Change/.exec(review.text) ?? []
    expect((await client.get(back.replaceAll('&amp;', '&'))).text).toContain('value="Rent"')
    const tooMuch = { ...hiddenIn(page.text), ...fields, amount: '5000' }
    const uncovered = await client.post('/dashboard/withdraw/review', tooMuch)
    expect(uncovered.text).toContain('The balance does not cover it.')
    expect(uncovered.text).not.toContain('Withdraw now')
    const before = await harness.call('GET', '/v1/withdrawals', { keys: owner })
    const sent = { ...hiddenIn(review.text), ...fields }
    const answers = [
      await client.post('/dashboard/withdraw', sent),
      await client.post('/dashboard/withdraw', sent),
    ]
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    expect(answers[0]?.headers.location).toBe(answers[1]?.headers.location)
    const after = await harness.call('GET', '/v1/withdrawals', { keys: owner })
    expect(Number(after.json.total)).toBe(Number(before.json.total) + 1)
    const { text } = await client.get(`${answers[0]?.headers.location}`.replace(/\?.*/, ''))
    const canceled = await client.post(
      `${answers[0]?.headers.location}`.replace(/\?.*/, '/cancel'),
      hiddenIn(text),
    )
    expect(canceled.status).toBe(303)
    expect((await client.get(`${canceled.headers.location}`)).text).toContain('Given back to balance')
  })

  it('fill in all of the balance less the fee of the chosen network, and keep what was typed', async () => {
    const { harness } = shared
    const owner = await makeOwner(harness)
    const body = { label: 'Supplier', network: 'ERC20', address: PAYEE.ERC20 }
    const supplier = await harness.call('POST', '/v1/withdrawals/destinations', { keys: owner, body })
    const client = await signInWith(harness, owner)
    const page = await client.get('/dashboard/withdraw')
    const useAll = (destination: string) =>
      client.post('/dashboard/withdraw/review', {
        ...hiddenIn(page.text),
        ...{ all: '1', amount: '', destination, note: 'Rent' },
      })
    // 113.25 is available.
    for (const [destination, amount] of [
      [`${owner.ids.destinations}`, '111.75'],
      [`${supplier.json.id}`, '109.25'],
    ] as const) {
      const { text, status } = await useAll(destination)
      expect(status).toBe(200)
      expect(text).toContain(`value="${amount}"`)
      expect(text).toContain('value="Rent"')
      expect(text).toMatch(new RegExp(`value="${destination}" checked`))
    }
    const all = { amount: '111.75', destination: `${owner.ids.destinations}` }
    const review = await client.post('/dashboard/withdraw/review', { ...hiddenIn(page.text), ...all })
    await client.post('/dashboard/withdraw', { ...hiddenIn(review.text), ...all })
    const { json } = await harness.call('GET', '/v1/balance', { keys: owner })
    expect(json.available).toBe('0.00')
    const nothingLeft = await useAll(`${owner.ids.destinations}`)
    expect(nothingLeft.status).toBe(422)
    expect(nothingLeft.text).toContain('The balance does not cover it.')
  })

  it('refund an order once, and say what the balance or the address forbids', async () => {
    const { harness } = shared
    const owner = await makeOwner(harness)
    const client = await signInWith(harness, owner)
    const path = `/dashboard/orders/${owner.ids.orders}/refund`
    const page = await client.get(path)
    expect(page.text).toContain('value="24.75"')
    const fields = { how_much: 'other', amount: '5,00', address: PAYEE.TRC20, note: 'sorry' }
    const review = await client.post(`${path}/review`, { ...hiddenIn(page.text), ...fields })
    expect(review.text).toMatch(/Left<\/td><td class="number">.*106\.75/)
    const sent = { ...hiddenIn(review.text), compared: 'yes' }
    for (const answer of [await client.post(path, sent), await client.post(path, sent)])
      expect(answer.headers.location).toBe(`/dashboard/orders/${owner.ids.orders}?done=refunded`)
    const { json } = await harness.call('GET', `/v1/orders/${owner.ids.orders}/refunds`, { keys: owner })
    expect(json.total).toBe(1)
    // A refund that was made is a noun, unlike the button that makes one.
    const { text: german } = await client.get('/dashboard/withdrawals', { 'accept-language': 'de' })
    expect(german).toContain('>Erstattung</a>')
    for (const wrong of [{ amount: '1000' }, { address: 'nonsense' }]) {
      const refused = await client.post(`${path}/review`, { ...hiddenIn(page.text), ...fields, ...wrong })
      expect(refused.status).toBe(422)
      expect(refused.text).toContain('aria-invalid="true"')
      expect(refused.text).toContain('Nothing was done.')
      expect(refused.text).not.toMatch(/must match/i)
    }
  })

  it('refund all that was paid with the fee on it, while the balance covers that', async () => {
    const { harness } = shared
    const owner = await makeOwner(harness)
    const client = await signInWith(harness, owner)
    const path = `/dashboard/orders/${owner.ids.orders}/refund`
    const page = await client.get(path)
    const choice = { how_much: '25.00', address: PAYEE.TRC20 }
    const review = await client.post(`${path}/review`, { ...hiddenIn(page.text), ...choice })
    expect(review.text).toContain('Fee returned')
    const { headers } = await client.post(path, hiddenIn(review.text))
    expect(headers.location).toContain('?done=refunded')
    const { json } = await harness.call('GET', `/v1/orders/${owner.ids.orders}/refunds`, { keys: owner })
    expect(json.refunds).toMatchObject([{ amount: '25.00', total_debit: '26.50' }])
    expect((await client.get(path)).text).toContain('This is not possible any more.')
    const poor = await harness.register()
    const { json: order } = await harness.call('POST', '/v1/orders', { keys: poor, body: ORDER })
    const paid = { keys: poor, body: { action: 'pay' } }
    await harness.call('POST', `/v1/test_helpers/orders/${order.id}/simulate`, paid)
    await harness.pass(20_000, 5_000)
    const other = await signInWith(harness, poor)
    const form = await other.get(`/dashboard/orders/${order.id}/refund`)
    const short = await other.post(`/dashboard/orders/${order.id}/refund/review`, {
      ...hiddenIn(form.text),
      ...choice,
    })
    expect(short.text).toContain('The balance does not cover it.')
    expect(short.text).not.toContain('name="compared"')
  })

  it('show a new secret once, and make no second key for the same form', async () => {
    const { harness } = shared
    const keys = await harness.register()
    await harness.call('POST', '/v1/webhooks', {
      keys,
      body: { url: 'https://shop.example/hooks', events: ['payment.confirmed'] },
    })
    const client = await signInWith(harness, keys)
    const page = await client.get('/dashboard/developers/keys/new')
    const sent = { ...hiddenIn(page.text), name: 'till 2', scopes: 'orders' }
    const made = await client.post('/dashboard/developers/keys/new', sent)
    const [secret] = /sk_test_[\w-]{43}/.exec(made.text) ?? []
    expect(secret).toBeDefined()
    // The page of the secret has forms of its own.
    expect(made.text).toContain('name="key"')
    expect(made.text).not.toContain(hiddenIn(page.text).key)
    expect((await client.get('/dashboard/developers')).text).not.toContain(secret)
    const again = await client.post('/dashboard/developers/keys/new', sent)
    expect(again.status).toBe(422)
    expect(again.text).not.toMatch(/sk_test_/)
    const { json } = await harness.call('GET', '/v1/merchants/api-keys', { keys })
    expect(json.api_keys).toHaveLength(2)
  })

  it('are shown again where the text in them is larger than the server reads', async () => {
    const { harness } = shared
    const client = await signInWith(harness, await harness.register())
    const path = '/dashboard/links/new'
    const fields = hiddenIn((await client.get(path)).text)
    const { status, text } = await client.post(path, { ...fields, description: 'x'.repeat(70_000) })
    expect([status, text.includes('This text is too long. Shorten it.')]).toEqual([413, true])
    expect(text).toContain('name="description"')
    // A route without a page has none to show.
    expect((await client.post('/dashboard/language', { ...fields, tag: 'x'.repeat(70_000) })).status).toBe(
      413,
    )
  })

  it('are refused without the token of the session, or from another site', async () => {
    const { harness } = shared
    const owner = await makeOwner(harness)
    const client = await signInWith(harness, owner)
    const other = await signInWith(harness, await harness.register())
    const token = tokenIn((await client.get('/dashboard')).text)
    const othersToken = tokenIn((await other.get('/dashboard')).text)
    for (const { path } of ROUTES.filter(({ submit }) => submit)) {
      const target = pathOf(path, owner)
      for (const fields of [{}, { token: othersToken }] as Record<string, string>[])
        expect([path, (await client.post(target, fields)).status]).toEqual([path, 403])
      const crossSite = await client.post(target, { token }, { 'sec-fetch-site': 'cross-site' })
      expect([path, crossSite.status]).toEqual([path, 403])
    }
  })

  it('say why nothing was done, whichever it is', async () => {
    const { harness } = shared
    const owner = await makeOwner(harness)
    const client = await signInWith(harness, owner)
    const page = await client.get('/dashboard/withdraw')
    await setMerchantStatus(harness, owner.merchantId, 'SUSPENDED')
    const fields = {
      ...hiddenIn(page.text),
      amount: '20',
      how_much: 'other',
      destination: `${owner.ids.destinations}`,
      address: PAYEE.TRC20,
      network: 'TRC20',
      label: 'Rent',
      url: 'https://shop.example/hooks',
      events: 'payment.confirmed',
      name: 'till',
      scopes: 'read',
      note: 'Called back',
    }
    const refused: string[] = []
    for (const { path } of ROUTES.filter(({ submit }) => submit)) {
      const { status, text } = await client.post(pathOf(path, owner), fields)
      if (status !== 422) continue
      refused.push(path)
      expect(text).toContain('Nothing was done.')
      expect(text).toContain('The merchant is suspended.')
    }
    expect(refused).toEqual([
      '/counter',
      '/orders/:id/refund',
      '/orders/:id/notes',
      '/orders/:id/accept',
      '/links/new',
      '/links/:id/close',
      '/withdraw',
      '/withdrawals/:id/cancel',
      '/developers/keys/new',
      '/developers/endpoints/new',
      '/developers/endpoints/:id/delete',
      '/developers/endpoints/:id/test',
      '/deliveries/:id/resend',
      '/destinations/new',
      '/destinations/:id/delete',
    ])
  })

  it('withdraw to no destination that was not chosen, or is not on the list any more', async () => {
    const { harness } = shared
    const owner = await makeOwner(harness)
    const client = await signInWith(harness, owner)
    const { text: page } = await client.get('/dashboard/withdraw')
    const { total } = (await harness.call('GET', '/v1/withdrawals', { keys: owner })).json
    for (const path of ['/dashboard/withdraw/review', '/dashboard/withdraw'])
      for (const destination of ['', owner.ids.orders ?? '']) {
        const { status, text } = await client.post(path, { ...hiddenIn(page), amount: '20', destination })
        expect([path, status]).toEqual([path, 422])
        expect(text).toContain('id="destination-error"')
        expect(text).toContain('Choose a destination that is on the list.')
        expect(text).toContain('value="20"')
      }
    expect((await harness.call('GET', '/v1/withdrawals', { keys: owner })).json.total).toBe(total)
  })

  it('send nothing again to an endpoint that was deleted, and say so beside the delivery', async () => {
    const { harness } = shared
    const owner = await makeOwner(harness)
    const client = await signInWith(harness, owner)
    const { text: page } = await client.get(`/dashboard/deliveries?open=${owner.ids.deliveries}`)
    await client.post(`/dashboard/developers/endpoints/${owner.ids.endpoints}/delete`, hiddenIn(page))
    const path = `/dashboard/deliveries/${owner.ids.deliveries}/resend`
    const { status, text } = await client.post(path, hiddenIn(page))
    expect(status).toBe(422)
    expect(text).toContain('The endpoint is deleted.')
    expect(text).toContain('aria-current="true"')
  })

  it('keep the language that a person chose', async () => {
    const { harness } = shared
    const client = await signInWith(harness, await harness.register())
    expect((await client.get('/dashboard')).text).toContain('<html lang="en" dir="ltr">')
    expect((await client.get('/dashboard', { 'accept-language': 'ar' })).text).toContain('dir="rtl"')
    const page = await client.get('/dashboard/brand')
    await client.post('/dashboard/language', { ...hiddenIn(page.text), language: 'ar' })
    expect((await client.get('/dashboard')).text).toContain('<html lang="ar" dir="rtl">')
  })
})
