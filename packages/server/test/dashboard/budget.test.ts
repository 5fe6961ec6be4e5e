import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { signInWith } from '../support/dashboard/dashboard-client.js'
import { makeOwner, PAGE_ROUTES, pathOf } from '../support/dashboard/own-paths.js'
import { signInPerson } from '../support/people/people-clients.js'
import { ORDER, useHarness } from '../support/server/harness.js'

const shared = useHarness()
const MOST_BYTES = 20 * 1_024
const MOST_SCRIPT_BYTES = 4 * 1_024
/** As many as a page of the list has. */
const ORDERS = 50

const sizeOf = (text: string): number => gzipSync(text).byteLength

it('each page takes at most 20 KB with gzip and its script 4 KB, in both languages, with full lists', async () => {
  const { harness } = shared
  const owner = await makeOwner(harness)
  for (let made = 1; made < ORDERS; made += 1) {
    const description = `Cart ${made * 7_919} of a customer with a long name`
    await harness.call('POST', '/v1/orders', { keys: owner, body: { ...ORDER, description } })
  }
  const client = await signInWith(harness, owner)
  const sizes: [what: string, bytes: number][] = []
  let script = ''
  for (const language of ['en', 'ar']) {
    for (const { path } of PAGE_ROUTES) {
      const { text, status } = await client.get(pathOf(path, owner), { 'accept-language': language })
      expect([path, status]).toEqual([path, 200])
      sizes.push([`${path} ${language}`, sizeOf(text)])
      script = [...text.matchAll(/<script>(.*?)<\/script>/gs)].map(([, each]) => each).join('')
      const isDisplay = path.endsWith('/counter') && path !== '/counter'
      expect([path, isDisplay || Buffer.byteLength(script) <= MOST_SCRIPT_BYTES]).toEqual([path, true])
      expect(text.match(/(?:src|href)="https?:\/\/(?!127\.0\.0\.1)[^"]*"/g) ?? []).toEqual([])
    }
  }
  const { client: person } = await signInPerson(harness, owner.merchantId)
  const { text: brand } = await person.get('/dashboard/brand?env=test')
  const [, ofBrand = ''] = /<script>(.*?)<\/script>/s.exec(brand) ?? []
  expect(ofBrand).toContain('.brand-form')
  expect(Buffer.byteLength(ofBrand)).toBeLessThanOrEqual(MOST_SCRIPT_BYTES)
  const [biggest] = sizes.sort(([, one], [, other]) => other - one)
  console.log(`at most ${biggest?.[1]} bytes (${biggest?.[0]}), goal ${MOST_BYTES}; script ${sizeOf(script)}`)
  expect(biggest?.[1]).toBeLessThanOrEqual(MOST_BYTES)
  expect(script).not.toBe('')
}, 60_000)
