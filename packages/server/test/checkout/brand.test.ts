import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readableAccent } from '../../src/checkout/accent.js'
import { orderInRow } from '../support/checkout-rows.js'
import { temporaryFolder } from '../support/folder.js'
import { type Registered, useHarness } from '../support/harness.js'
import { auditRows, runCommand } from '../support/operator.js'

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

function file(name: string, bytes: Buffer | string): string {
  const path = join(temporaryFolder(), name)
  writeFileSync(path, bytes)
  return path
}

describe('merchants brand', () => {
  const shared = useHarness({ MERCHANTPAY_SUPPORT_CONTACT: 'help@pay.example' })
  const brand = (id: string, ...args: string[]) =>
    runCommand(shared.harness, ['merchants', 'brand', id, ...args])

  async function pageOf(keys: Registered) {
    const { url } = await orderInRow(shared.harness, keys, 'pay')
    const target = new URL(url).pathname
    return { target, ...(await shared.harness.call('GET', target)) }
  }

  it('gives the pages of a merchant their name, accent, contact and logo, and takes them away', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const id = keys.merchantId
    const plain = await pageOf(keys)
    expect(plain.text).toContain('<bdi>Ada&#39;s Books</bdi>')
    expect(plain.text).toContain('href="mailto:help@pay.example"')
    expect(plain.text).not.toContain('<img')
    const logo = file('logo.svg', PNG) // its bytes say what it is
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
    expect(branded.text).toContain(`<style>:root{--accent:${readableAccent('#ffee00')}}</style>`)
    expect(branded.headers['content-security-policy']).toMatch(/style-src 'sha256-\S+' 'sha256-\S+';/)
    const [, source = ''] = /<img src="([^"]+)"/.exec(branded.text) ?? []
    const served = await fetch(new URL(source, `${harness.server.url}${branded.target}`))
    expect(Buffer.from(await served.arrayBuffer())).toEqual(PNG)
    expect(served.headers.get('content-type')).toBe('image/png')
    expect(served.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")

    expect(brand(id, '--clear', 'logo').stdout).toContain('has_logo  false')
    expect((await fetch(served.url)).status).toBe(404)
    expect(brand(id, '--clear', 'all').status).toBe(0)
    expect((await pageOf(keys)).text).toContain('<bdi>Ada&#39;s Books</bdi>')
    const audited = await auditRows(harness, id)
    expect(audited.map(({ action }) => action)).toEqual(Array(3).fill('merchants brand'))
  })

  it.each([
    [['--accent', 'red'], 1],
    [['--accent', '#fff;}'], 1],
    [['--support', 'javascript:alert(1)'], 1],
    [['--support', 'http://ada.example'], 1],
    [['--name', 'Ada\u202eskooB'], 1],
    [['--name', 'x'.repeat(101)], 1],
    [['--logo', '/nowhere/logo.png'], 1],
    [['--clear', 'everything'], 2],
    [[], 2],
  ])('%j exits %i and changes nothing', async (args, code) => {
    const { merchantId } = await shared.harness.register()
    expect(brand(merchantId, ...args).status).toBe(code)
    expect(await auditRows(shared.harness, merchantId)).toEqual([])
  })

  it.each([
    ['logo.png', '<svg onload="alert(1)"/>', 'no PNG, JPEG or WebP'],
    ['large.png', Buffer.concat([PNG, Buffer.alloc(65_536)]), 'at most 65536'],
  ])('takes no %s that is none', async (name, bytes, told) => {
    const { merchantId } = await shared.harness.register()
    const { status, stderr } = brand(merchantId, '--logo', file(name, bytes))
    expect([status, stderr]).toEqual([1, expect.stringContaining(told)])
  })
})

describe('an accent', () => {
  it('is left alone where white text on it can be read, and darkened until it can where not', () => {
    expect(readableAccent('#0b5fff')).toBe('#0b5fff')
    for (let hue = 0; hue < 0xffffff; hue += 0x0f1e2d) {
      const accent = `#${hue.toString(16).padStart(6, '0')}`
      expect(contrast(readableAccent(accent)), accent).toBeGreaterThanOrEqual(4.5)
    }
    expect(contrast(readableAccent('#ffffff'))).toBeLessThan(6)
  })
})

/** WCAG 2.2's ratio against white, spelled out once more. */
function contrast(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}
