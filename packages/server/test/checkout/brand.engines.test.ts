import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type BrandChange, NO_CHANGE } from '../../src/domain/merchants/brand.js'
import { readLogo } from '../../src/domain/merchants/logo.js'
import { changeBrand } from '../../src/domain/merchants/merchant-brands.js'
import { OperatorError } from '../../src/domain/shared/operator-error.js'
import { rewritePng } from '../../src/runtime/png.js'
import { readableFill } from '../../src/ui/contrast.js'
import { orderInRow } from '../support/checkout/checkout-rows.js'
import { chunk, pngOf, rawPng, withChunks } from '../support/checkout/png-files.js'
import { contextAt, handClock } from '../support/domain/context.js'
import { temporaryFolder } from '../support/server/folder.js'
import { type Registered, useHarness } from '../support/server/harness.js'
import { auditRows, runCommand } from '../support/server/operator.js'
import { ENGINES, openDatabase } from '../support/storage/engines.js'
import { merchant } from '../support/storage/store-rows.js'

const FILE = withChunks(pngOf(48), [chunk('tEXt', 'Author\0Ada')])
/** The pixels of the file, written again. */
const KEPT = Buffer.from(rewritePng(FILE, 512))

describe('merchants brand', () => {
  const shared = useHarness({ MERCHANTPAY_SUPPORT_CONTACT: 'help@pay.example' })
  const brand = (id: string, ...args: string[]) =>
    runCommand(shared.harness, ['merchants', 'brand', id, ...args])

  async function pageOf(keys: Registered) {
    const { url } = await orderInRow(shared.harness, keys, 'pay')
    const target = new URL(url).pathname
    return { target, ...(await shared.harness.call('GET', target)) }
  }

  it('sets the name, accent, contact and logo of a merchant’s pages, and clears them', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const id = keys.merchantId
    const plain = await pageOf(keys)
    expect(plain.text).toContain('<bdi>Ada&#39;s Books</bdi>')
    expect(plain.text).toContain('href="mailto:help@pay.example"')
    expect(plain.text).not.toContain('<img')
    const logo = join(temporaryFolder(), 'logo.svg')
    writeFileSync(logo, FILE) // the type follows from its bytes
    const args = [
      '--name',
      '<Ada>',
      '--accent',
      '#FFEE00',
      '--support',
      'https://ada.example/help',
      '--logo',
      logo,
    ]
    expect(brand(id, ...args, '--reason', 'new house')).toMatchObject({ status: 0, stderr: '' })

    const branded = await pageOf(keys)
    expect(branded.text).toContain('<bdi>&lt;Ada&gt;</bdi>')
    expect(branded.text).toContain('href="https://ada.example/help"')
    expect(branded.text).toContain(`<style>:root{--accent:${readableFill('#ffee00')};`)
    expect(branded.headers['content-security-policy']).toMatch(/style-src 'sha256-\S+' 'sha256-\S+';/)
    const [, source = ''] = /<img src="([^"]+)"/.exec(branded.text) ?? []
    const served = await fetch(new URL(source, `${harness.server.url}${branded.target}`))
    expect(Buffer.from(await served.arrayBuffer())).toEqual(KEPT)
    expect(served.headers.get('content-type')).toBe('image/png')
    expect(served.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")

    for (const bad of ['<svg/>', rawPng({ side: 512, data: Buffer.alloc(60_000_000), isInterlaced: true })]) {
      writeFileSync(logo, bad)
      const refused = brand(id, '--logo', logo)
      expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('export it as PNG') })
    }
    const cleared = brand(id, '--clear', 'all')
    expect(cleared.stdout).toMatch(/^brand_logo +false$/m)
    expect((await fetch(served.url)).status).toBe(404)
    expect((await pageOf(keys)).text).toContain('<bdi>Ada&#39;s Books</bdi>')
    const audited = await auditRows(harness, id)
    expect(audited.map(({ action }) => action)).toEqual(['merchants brand', 'merchants brand'])
  })

  it('sets the time zone of the dashboard, and clears it alone', async () => {
    const { harness } = shared
    const { merchantId } = await harness.register('zoned')
    const set = brand(merchantId, '--time-zone', 'Europe/Lisbon', '--name', 'Ada')
    expect(set.stdout).toMatch(/^time_zone +Europe\/Lisbon$/m)
    expect(brand(merchantId, '--time-zone', 'Lisbon')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('the time zone must be a name like Europe/Lisbon'),
    })
    expect(brand(merchantId, '--clear', 'time-zone').stdout).toMatch(/^brand_name +Ada$/m)
  })

  it('merchants brand without a change is wrong usage', () => {
    const { status, stderr } = brand('nobody')
    expect([status, stderr]).toEqual([2, expect.stringContaining('nothing to change')])
  })
})

describe.each(ENGINES)('the brand of a merchant on %s', (engine) => {
  const MANDATE = { actor: 'ada', reason: null }

  it('changes the parts that are passed, and none when a change is refused', async () => {
    const { store } = await openDatabase(engine)
    const context = contextAt(handClock())
    await store.write((tx) => tx.merchants.insert(merchant('shop')))
    const change = (parts: Partial<BrandChange>) =>
      store.write((tx) =>
        changeBrand(tx, context, { id: 'shop', change: { ...NO_CHANGE, ...parts } }, MANDATE),
      )
    const stored = () =>
      store.read(async (tx) => [
        await tx.merchantBrands.find('shop'),
        await tx.merchantBrands.findLogo('shop'),
      ])
    await change({ name: 'Ada' })
    await change({ timeZone: 'Europe/Lisbon', languages: ['ar', 'fr'] })
    await change({ accent: '#1a5fb4', logo: await readLogo(FILE, rewritePng) })
    const brand = {
      name: 'Ada',
      accent: '#1a5fb4',
      support: null,
      timeZone: 'Europe/Lisbon',
      languages: ['ar', 'fr'],
      hasLogo: true,
      updatedAt: expect.any(Number),
    }
    expect(await stored()).toEqual([brand, { type: 'image/png', bytes: KEPT }])
    const refused: Partial<BrandChange>[] = [
      { accent: 'red' },
      { accent: '#fff;}' },
      { support: 'javascript:alert(1)' },
      { support: 'http://ada.example' },
      { support: `https://ada.example/${'a'.repeat(2_048)}` },
      { name: 'Ada\u202eskooB' },
      { name: 'x'.repeat(101) },
      { timeZone: 'Europe/Atlantis' },
      { timeZone: '+01:00' },
      { timeZone: '' },
      { languages: ['fr', 'a b'] },
      { languages: ['fr,ar'] },
    ]
    for (const parts of refused)
      await expect(change(parts), JSON.stringify(parts)).rejects.toThrow(OperatorError)
    expect(await stored()).toEqual([brand, { type: 'image/png', bytes: KEPT }])
    expect(await store.read((tx) => tx.audit.list({ subject: 'shop', limit: 9 }))).toHaveLength(3)
    await change({ name: null, logo: null })
    expect(await stored()).toEqual([{ ...brand, name: null, hasLogo: false }, undefined])
  })
})
