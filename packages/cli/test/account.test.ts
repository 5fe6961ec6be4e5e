import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { useWorld } from './support/world.js'

const use = useWorld()
const create = ['orders', 'create', '--amount', '25.00', '--network', 'TRC20']

/** Stores a profile of the merchant, or of a key that does not exist. */
function storeProfile(name: string, mode = 0o600): string {
  const { env, home } = use.world
  const folder = join(home.XDG_CONFIG_HOME ?? '', 'merchantpay')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'profiles.json')
  const profile = {
    base_url: env.MERCHANTPAY_BASE_URL,
    key_id: env.MERCHANTPAY_KEY_ID,
    secret: env.MERCHANTPAY_SECRET,
  }
  writeFileSync(file, JSON.stringify({ [name]: profile }))
  chmodSync(file, mode)
  return file
}

describe('the key of a call', () => {
  it('is missing without a profile, a file and variables', async () => {
    const { code, stderr } = await use.world.call(create, { env: use.world.home })
    expect(code).toBe(78)
    expect(stderr).toContain('merchantpay login')
  })

  it('is that of a profile', async () => {
    storeProfile('shop')
    const named = await use.world.call([...create, '--profile', 'shop'], { env: use.world.home })
    const absent = await use.world.call([...create, '--profile', 'other'], { env: use.world.home })
    expect([named.code, absent.code]).toEqual([0, 78])
  })

  it('is that of the profile default where none is named', async () => {
    storeProfile('default')
    expect((await use.world.call(create, { env: use.world.home })).code).toBe(0)
  })

  it('is that of the variables, which override a profile', async () => {
    storeProfile('shop')
    const env = { ...use.world.env, MERCHANTPAY_SECRET: `sk_test_${'a'.repeat(43)}` }
    const { code, stderr } = await use.world.call([...create, '--profile', 'shop'], { env })
    expect(code).toBe(4)
    expect(stderr).toContain('invalid signature')
  })

  it('is never half of the variables and half of a profile', async () => {
    storeProfile('default')
    const env = { ...use.world.home, MERCHANTPAY_KEY_ID: use.world.merchant.keyId }
    expect((await use.world.call(create, { env })).code).toBe(78)
  })

  it('is not read from a file that other users can read', async () => {
    const file = storeProfile('default', 0o644)
    const { code, stderr } = await use.world.call(create, { env: use.world.home })
    expect([code, stderr]).toEqual([78, expect.stringContaining(`chmod 600 on it`)])
    chmodSync(file, 0o600)
  })

  it('is that of the file of dev in the folder, before the profile default', async () => {
    storeProfile('default')
    const cwd = join(use.world.folder, 'shop')
    mkdirSync(cwd)
    const lines = Object.entries(use.world.env).map(([name, value]) => `${name}='${value}'`)
    writeFileSync(join(cwd, '.env.merchantpay'), `${lines.join('\n')}\n`)
    const { code } = await use.world.call(create, { env: use.world.home, cwd })
    expect(code).toBe(0)
  })

  it('goes to no service of a folder if it is that of the variables, only to theirs or that of --profile', async () => {
    const { env, folder } = use.world
    storeProfile('shop')
    const cwd = join(folder, 'cloned')
    mkdirSync(cwd)
    writeFileSync(join(cwd, '.env.merchantpay'), `MERCHANTPAY_BASE_URL='${env.MERCHANTPAY_BASE_URL}'\n`)
    const { MERCHANTPAY_BASE_URL: _, ...exported } = env
    const refused = await use.world.call(create, { env: exported, cwd })
    expect([refused.code, refused.stderr]).toEqual([78, expect.stringContaining('set MERCHANTPAY_BASE_URL')])
    expect((await use.world.call([...create, '--profile', 'shop'], { env: exported, cwd })).code).toBe(0)
    expect((await use.world.call(create, { env, cwd })).code).toBe(0)
  })

  it('needs --yes for a change if it is live', async () => {
    const { keyId, secret } = await use.world.harness.liveKeys(use.world.merchant)
    const env = { ...use.world.env, MERCHANTPAY_KEY_ID: keyId, MERCHANTPAY_SECRET: secret }
    const refused = await use.world.call(create, { env })
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('add --yes')])
    const confirmed = await use.world.call([...create, '--yes', '--json'], { env })
    // The server has no live network; the call reached it.
    expect([confirmed.code, confirmed.stderr]).toEqual([1, expect.stringContaining('unsupported network')])
  })
})
