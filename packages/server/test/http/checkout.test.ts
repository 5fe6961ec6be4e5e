import { describe, expect, it } from 'vitest'
import { ORDER, useHarness } from '../support/harness.js'

describe('the checkout page', () => {
  const shared = useHarness()

  async function page(fields: object = {}) {
    const { harness } = shared
    const keys = await harness.register()
    const { json } = await harness.call('POST', '/v1/orders', { keys, body: { ...ORDER, ...fields } })
    const target = new URL(String(json.payment_url)).pathname
    const simulate = (body: object) =>
      harness.call('POST', `/v1/test_helpers/orders/${json.id}/simulate`, { keys, body })
    return { order: json, simulate, look: () => harness.call('GET', target) }
  }

  it('shows amount, network, address and status while the order can be paid', async () => {
    const { order, look } = await page({ network: 'ERC20' })
    const { status, text, headers } = await look()
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    for (const shown of ['25.00', 'Ethereum · ERC20', String(order.payment_address), 'data-status="OPEN"']) {
      expect(text).toContain(shown)
    }
  })

  it('asks for the rest after a part payment', async () => {
    const { simulate, look } = await page()
    await simulate({ action: 'pay', amount: '10' })
    await shared.harness.pass(4_000)
    expect((await look()).text).toContain('<code>15.00</code> USDT')
  })

  it('shows no address once the order cannot be paid any more', async () => {
    const { order, simulate, look } = await page()
    await simulate({ action: 'expire' })
    const undecided = await look()
    expect(undecided.text).toContain('Do not send now')
    await shared.harness.pass(2_000)
    const expired = await look()
    expect(expired.text).toContain('data-status="EXPIRED"')
    for (const { text } of [undecided, expired]) expect(text).not.toContain(String(order.payment_address))
  })

  it('keeps hostile text as text, and secrets of the order off the page', async () => {
    const description = '<script>alert(1)</script>"><img src=x onerror=alert(1)>'
    const { look } = await page({
      description,
      metadata: { canary: 'canary-metadata' },
      return_url: "https://shop.example/?a='onmouseover=alert(1)",
      webhook_url: 'https://hooks.example/canary',
    })
    const { text, headers } = await look()
    expect(text).not.toContain("'onmouseover")
    expect(text).not.toContain('<script')
    expect(text).not.toContain('<img')
    expect(text).toContain('&lt;script&gt;')
    expect(text).not.toContain('canary')
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(headers['content-security-policy']).not.toContain('unsafe')
    expect(headers['referrer-policy']).toBe('no-referrer')
  })

  it('answers an unknown token with a plain 404 page', async () => {
    const { status, text, headers } = await shared.harness.call('GET', '/pay/unknown')
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(text).toContain('Not found')
  })
})
