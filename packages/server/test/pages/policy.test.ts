import { describe, expect, it } from 'vitest'
import { orderInRow, type Row } from '../support/checkout/checkout-rows.js'
import { ConsoleClient, linkFor, signInAs, WITH_CONSOLE } from '../support/console/console-client.js'
import { consoleWorld, pagesOf } from '../support/console/console-world.js'
import { policyFaultsOf } from '../support/pages/policy-faults.js'
import { Harness, useHarness } from '../support/server/harness.js'

const shared = useHarness()

describe('the policy', () => {
  it.each<Row>(['pay', 'confirming', 'underpaid', 'paid', 'frozen'])(
    'is kept by the checkout page in row %s',
    async (row) => {
      const { harness } = shared
      const { url } = await orderInRow(harness, await harness.register(), row, {
        return_url: 'https://shop.example/',
      })
      expect(policyFaultsOf(await harness.call('GET', new URL(url).pathname))).toEqual([])
    },
  )

  it.each(['/pay/AAAAAAAAAAAAAAAAAAAAAA', '/docs', '/docs/errors', '/docs/try'])(
    'is kept by %s',
    async (path) => {
      expect(policyFaultsOf(await shared.harness.call('GET', path))).toEqual([])
    },
  )

  it('has an icon in the tab, on a page and at the address that browsers ask for', async () => {
    const { harness } = shared
    for (const path of ['/docs', '/pay/AAAAAAAAAAAAAAAAAAAAAA'])
      expect((await harness.call('GET', path)).text).toContain('<link rel="icon" href="data:image/svg+xml,')
    const { status, headers, text } = await harness.call('GET', '/favicon.ico')
    expect([status, headers['content-type']]).toEqual([200, 'image/svg+xml'])
    expect(text).toContain('<svg')
  })

  it.each(['/pay/AAAAAAAAAAAAAAAAAAAAAA', '/docs', '/docs/search?q=retry'])(
    'is not broken by a proxy that changes %s: it is told not to',
    async (path) => {
      expect((await shared.harness.call('GET', path)).headers['cache-control']).toContain('no-transform')
    },
  )

  it('is kept by every page of the console, and by those to sign in', async () => {
    const harness = await Harness.start(WITH_CONSOLE)
    const visitor = new ConsoleClient(harness)
    const pages = [await visitor.get('/console'), await visitor.get(await linkFor(harness))]
    const client = await signInAs(harness)
    for (const path of Object.values(pagesOf(await consoleWorld(harness)))) pages.push(await client.get(path))
    expect(pages.flatMap(policyFaultsOf)).toEqual([])
  }, 30_000)

  it('is broken by a style of an element, by a handler, and by a script without its hash', () => {
    const headers = { 'content-security-policy': "default-src 'none'; style-src 'sha256-x'" }
    const faults = (text: string) => policyFaultsOf({ headers, text })
    expect(faults('<p style="color:red">')).toHaveLength(1)
    expect(faults('<p onclick="pay()">')).toHaveLength(1)
    expect(faults('<script>pay()</script>')).toHaveLength(1)
    expect(faults('<img src="https://evil.example/x.png">')).toHaveLength(1)
  })
})
