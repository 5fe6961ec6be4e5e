import { describe, expect, it } from 'vitest'
import { brandItems } from '../../src/domain/attention/brand-items.js'
import { DAY_MS } from '../../src/domain/shared/policy.js'
import { rewritePng } from '../../src/runtime/png.js'
import { orderInRow } from '../support/checkout/checkout-rows.js'
import { chunk, pngOf, rawPng, withChunks } from '../support/checkout/png-files.js'
import { type ConsoleClient, tokenIn } from '../support/console/console-client.js'
import { signInWith } from '../support/dashboard/dashboard-client.js'
import { signInPerson } from '../support/people/people-clients.js'
import { type Registered, useHarness } from '../support/server/harness.js'
import { auditRows } from '../support/server/operator.js'
import { ENGINES, openOn } from '../support/storage/engines.js'

const PAGE = '/dashboard/brand?env=test'
const FIELDS = {
  name: 'Nordlicht Books',
  accent: '#0f6b63',
  support: 'hello@nordlicht.example',
  zone: 'Europe/Berlin',
}

describe.each(ENGINES)('the brand in the dashboard, on %s', { timeout: 60_000 }, (engine) => {
  const shared = useHarness({}, engine)

  async function shop() {
    const { harness } = shared
    const keys = await harness.register()
    return { harness, keys, ...(await signInPerson(harness, keys.merchantId)) }
  }

  const send = (client: ConsoleClient, path: string, fields: Record<string, string> = {}) =>
    client.submit(`/dashboard/brand/${path}?env=test`, fields, '/dashboard/me?env=test')

  /** Sends the form with a file. */
  const upload = async (client: ConsoleClient, file: Buffer, fields: Record<string, string> = FIELDS) => {
    const token = tokenIn((await client.get('/dashboard/me?env=test')).text)
    return client.upload('/dashboard/brand/change?env=test', { token, ...fields, languages: 'fr' }, file)
  }

  async function checkoutOf(keys: Registered, language = 'en') {
    const { url } = await orderInRow(shared.harness, keys, 'pay')
    const target = new URL(url).pathname
    return (await shared.harness.call('GET', target, { headers: { 'accept-language': language } })).text
  }

  it('is changed by an owner, seen on the checkout, and listed for the operator', async () => {
    const { harness, keys, client, person } = await shop()
    const saved = await send(client, 'change', { ...FIELDS, languages: 'fr' })
    expect(saved.headers.location).toBe('/dashboard/brand?done=brand&env=test')
    const page = await client.get(PAGE)
    expect(page.text).toContain('value="Nordlicht Books"')
    expect(page.text).toContain('<option value="Europe/Berlin" selected>')
    const checkout = await checkoutOf(keys)
    expect(checkout).toContain('<bdi>Nordlicht Books</bdi>')
    expect(checkout).toContain('--accent:#0f6b63')
    expect(checkout).toContain('mailto:hello@nordlicht.example')
    expect(await checkoutOf(keys, 'fr')).toContain('<html lang="fr"')
    expect(await checkoutOf(keys, 'ar')).toContain('<html lang="en"')
    const [entry] = await auditRows(harness, keys.merchantId).then((rows) =>
      rows.filter(({ action }) => action === 'merchants brand'),
    )
    expect(entry?.actor).toBe(person.id)
    const store = await openOn(harness.database)
    const items = await store.read((tx) => brandItems(tx, harness.clock.real()))
    expect(items.map(({ subject }) => subject)).toContain(keys.merchantId)
    const later = await store.read((tx) => brandItems(tx, harness.clock.real() + DAY_MS))
    expect(later).toEqual([])
    const back = await send(client, 'change', {
      ...FIELDS,
      name: '',
      accent: '#3b4fe0',
      support: '',
      zone: 'UTC',
    })
    expect(back.status).toBe(303)
    expect(await checkoutOf(keys)).toContain('<bdi>Ada&#39;s Books</bdi>')
  })

  it('takes a logo of which only the pixels are kept, and shows it to payers', async () => {
    const { harness, keys, client } = await shop()
    const file = withChunks(pngOf(96), [chunk('tEXt', 'Author\0Ada')])
    expect((await upload(client, file)).headers.location).toBe('/dashboard/brand?done=logo&env=test')
    const served = await fetch(`${harness.server.url}/dashboard/brand/logo?env=test`, {
      headers: { cookie: `${client.cookie}` },
    })
    expect(Buffer.from(await served.arrayBuffer())).toEqual(Buffer.from(rewritePng(file, 512)))
    expect(served.headers.get('content-type')).toBe('image/png')
    expect(served.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(served.headers.get('cache-control')).toBe('no-store, no-transform')
    const seller = await signInPerson(harness, keys.merchantId, 'cashier')
    const logoOn = (page: string) => /class="brand"[^>]*><img src="([^"]+)" alt="">/.exec(page)?.[1] ?? ''
    const page = await seller.client.get('/dashboard/orders?env=test')
    const [path, policy] = [logoOn(page.text), `${page.headers['content-security-policy']}`]
    expect([path.startsWith('/dashboard/brand/logo?at='), policy.includes("img-src data: 'self'")]).toEqual([
      true,
      true,
    ])
    const kept = await seller.client.get(path.replaceAll('&amp;', '&'))
    expect([kept.status, kept.headers['cache-control']]).toEqual([200, 'private, max-age=604800, immutable'])
    harness.clock.advance(1_000)
    await upload(client, pngOf(64))
    const renewed = logoOn((await client.get(PAGE)).text)
    expect(renewed).not.toBe(path)
    expect((await client.get(path.replaceAll('&amp;', '&'))).headers['cache-control']).toContain('no-store')
    const stranger = await signInPerson(harness, (await harness.register()).merchantId)
    expect((await stranger.client.get(path.replaceAll('&amp;', '&'))).status).toBe(404)
    expect(logoOn((await stranger.client.get('/dashboard?env=test')).text)).toBe('')
    expect(await checkoutOf(keys)).toMatch(/<img src="[^"]+\/logo" alt="">/)
    expect((await send(client, 'logo/remove')).status).toBe(303)
    expect(await checkoutOf(keys)).not.toContain('<img')
  })

  it('says how to export a picture of another format, and that a file is too large', async () => {
    const { client } = await shop()
    const refused = await upload(client, Buffer.from('<svg onload="alert(1)"/>'))
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('export it as PNG, at most 512 × 512 pixels and 100 kB.')
    expect((await upload(client, pngOf(513))).text).toContain('This image is too large.')
    const bomb = await upload(client, rawPng({ side: 512, data: Buffer.alloc(60_000_000) }))
    expect([bomb.status, bomb.text.includes('This image cannot be read.')]).toEqual([422, true])
    expect((await upload(client, Buffer.alloc(0))).status).toBe(422)
    const huge = await upload(client, Buffer.alloc(1_100_000))
    expect([huge.status, huge.text.includes('id="logo-error">This image is too large.')]).toEqual([413, true])
    expect(huge.text).toContain('<form class="brand-form"')
  })

  it('saves the logo with the fields, or neither, and keeps what was typed beside a bad file', async () => {
    const { keys, client } = await shop()
    const [form = ''] = /<form class="brand-form".*?<\/form>/s.exec((await client.get(PAGE)).text) ?? []
    expect(form).toContain('enctype="multipart/form-data"')
    for (const part of ['type="file"', 'name="name"']) expect(form).toContain(part)
    for (const bad of [Buffer.from('<svg/>'), Buffer.alloc(0)]) {
      const { status, text } = await upload(client, bad)
      expect([status, text.includes('id="logo-error"')]).toEqual([422, true])
      expect(text).toContain('value="Nordlicht Books"')
      expect(text).toContain('value="fr" checked')
    }
    const wrong = await upload(client, pngOf(8), { ...FIELDS, accent: 'red;}' })
    expect([wrong.status, wrong.text.includes('Choose the file again')]).toEqual([422, true])
    expect(await checkoutOf(keys)).not.toMatch(/Nordlicht|<img/)
    expect((await upload(client, pngOf(8))).status).toBe(303)
    expect(await checkoutOf(keys)).toMatch(/<img src="[^"]+\/logo" alt=""><bdi>Nordlicht Books<\/bdi>/)
    await send(client, 'change', FIELDS)
    expect(await checkoutOf(keys)).toMatch(/<img src="[^"]+\/logo" alt="">/)
  })

  it('refuses a form with a file that cannot be read', async () => {
    const { client } = await shop()
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=name']) {
      const refused = await client.post('/dashboard/brand/change', { name: '1' }, { 'content-type': type })
      expect(refused.status).toBe(415)
    }
  })

  it('previews what is not saved, and refuses what payers must not see', async () => {
    const { keys, client } = await shop()
    const shown = await send(client, 'preview', { ...FIELDS, accent: '#ffee00', languages: 'fr' })
    expect(shown.status).toBe(200)
    expect(shown.text).toContain('<bdi data-shows="name">Nordlicht Books</bdi>')
    expect(/White text on it: <span[^>]*><bdi[^>]*>([\d.]+ : 1)/.exec(shown.text)?.[1]).toBe('1.20 : 1')
    expect(shown.text).toContain('Not saved yet.')
    expect(shown.text).toContain('value="fr" checked')
    expect(await checkoutOf(keys)).not.toContain('Nordlicht')
    for (const [field, value] of [
      ['name', 'Nord\u202elicht'],
      ['accent', 'red;}'],
      ['support', 'javascript:alert(1)'],
      ['zone', 'Europe/Atlantis'],
    ] as const) {
      const { status, text } = await send(client, 'change', { ...FIELDS, [field]: value })
      expect([field, status, text.includes(`id="${field}-error"`)]).toEqual([field, 422, true])
    }
    expect(await checkoutOf(keys)).not.toContain('Nordlicht')
  })

  it('tells the script of the form what becomes of a colour, and nothing of what is none', async () => {
    const { harness, keys, client } = await shop()
    const looksOf = (accent: string) =>
      client.get(`/dashboard/brand/colors.json?env=test&accent=${encodeURIComponent(accent)}`)
    const { status, text } = await looksOf('#ffee00')
    expect([status, JSON.parse(text)]).toMatchObject([200, { night: '#ffee00', ratio: '1.20 : 1' }])
    expect(JSON.parse((await looksOf('#0f6b63')).text)).toMatchObject({ fill: '#0f6b63', day: '#0f6b63' })
    for (const none of ['', 'red', '#fff', '#ffee00;}']) expect((await looksOf(none)).status).toBe(404)
    const viewer = (await signInPerson(harness, keys.merchantId, 'viewer')).client
    const refused = await viewer.get('/dashboard/brand/colors.json?env=test&accent=%23ffee00')
    expect(refused.text).toContain('This session cannot open the page')
  })

  it('is read by others, and changed by neither another role nor a link of a key', async () => {
    const { harness, keys, client: owner } = await shop()
    await upload(owner, pngOf(8))
    const viewer = (await signInPerson(harness, keys.merchantId, 'viewer')).client
    const linked = await signInWith(harness, keys)
    for (const client of [viewer, linked]) {
      const { status, text } = await client.get(PAGE)
      expect([status, text.includes('An owner of the shop changes it')]).toEqual([200, true])
      expect(text).not.toContain('name="accent"')
      expect((await client.get('/dashboard/brand/logo?env=test')).status).toBe(200)
    }
    const token = tokenIn((await linked.get(PAGE)).text)
    for (const path of ['change', 'preview', 'logo/remove'])
      expect((await linked.post(`/dashboard/brand/${path}`, { ...FIELDS, token })).status).toBe(403)
    const fields = { ...FIELDS, token }
    expect((await linked.upload('/dashboard/brand/change', fields, pngOf(8))).status).toBe(403)
    expect((await owner.upload('/dashboard/brand/change?env=test', fields, pngOf(8))).status).toBe(403)
  })
})
