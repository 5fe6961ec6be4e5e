import { describe, expect, it } from 'vitest'
import { useWorld } from './support/world.js'

const use = useWorld()

describe('dashboard', () => {
  it('prints a link that signs in, with the scopes of a shop unless --scopes gives others', async () => {
    await use.world.golden('dashboard', () => ['dashboard'])
    const { stdout } = await use.world.call(['dashboard', '--json', '--quiet'])
    const { url, scopes } = JSON.parse(stdout) as { url: string; scopes: string[] }
    expect(scopes).toEqual(['orders', 'read'])
    const wide = await use.world.call(['dashboard', '--scopes', 'read,withdrawals', '--json'])
    expect(JSON.parse(wide.stdout)).toMatchObject({ scopes: ['read', 'withdrawals'] })
    expect(wide.stderr).toContain('its holder can move money, which no shop needs')
    expect((await fetch(url)).status).toBe(200)
  })

  it('needs --yes with a live key, and known scopes', async () => {
    const { keyId, secret } = await use.world.harness.liveKeys(use.world.merchant)
    const env = { ...use.world.env, MERCHANTPAY_KEY_ID: keyId, MERCHANTPAY_SECRET: secret }
    const refused = await use.world.call(['dashboard'], { env })
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('add --yes')])
    const confirmed = await use.world.call(['dashboard', '--yes', '--json'], { env })
    expect(JSON.parse(confirmed.stdout)).toMatchObject({ environment: 'live' })
    expect((await use.world.call(['dashboard', '--scopes', 'admin'])).code).toBe(2)
  })
})
