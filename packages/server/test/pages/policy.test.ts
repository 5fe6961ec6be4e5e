import { describe, expect, it } from 'vitest'
import { orderInRow, type Row } from '../support/checkout/checkout-rows.js'
import { policyFaultsOf } from '../support/pages/policy-faults.js'
import { useHarness } from '../support/server/harness.js'

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

  it('is broken by a style of an element, by a handler, and by a script without its hash', () => {
    const headers = { 'content-security-policy': "default-src 'none'; style-src 'sha256-x'" }
    const faults = (text: string) => policyFaultsOf({ headers, text })
    expect(faults('<p style="color:red">')).toHaveLength(1)
    expect(faults('<p onclick="pay()">')).toHaveLength(1)
    expect(faults('<script>pay()</script>')).toHaveLength(1)
    expect(faults('<img src="https://evil.example/x.png">')).toHaveLength(1)
  })
})
