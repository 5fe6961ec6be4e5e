import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { useWorld } from './support/world.js'

const use = useWorld()
const SECRET = /sk_(test|live)_[\w-]{43}|whsec_[\w+/-]{44}/
const profiles = () => join(use.world.home.XDG_CONFIG_HOME ?? '', 'merchantpay/profiles.json')

/** A folder whose path leaves no room for a longer name than that of the file of `dev`. */
function deepFolder(from: string): string {
  const length = (process.platform === 'linux' ? 4_096 : 1_024) - '/.env.merchantpay'.length - 2
  let folder = from
  while (length - folder.length > 250) folder = join(folder, 'a'.repeat(100))
  return join(folder, 'a'.repeat(length - folder.length - 1))
}

describe('login', () => {
  it('registers a test merchant and stores its key', async () => {
    const env = { ...use.world.home, MERCHANTPAY_BASE_URL: use.world.harness.server.url }
    await use.world.golden('login', () => ['login', '--register', '--name', 'Books'], { env })
    expect(statSync(profiles()).mode & 0o777).toBe(0o600)
    const listed = await use.world.call(['keys', 'list', '--json'], { env: use.world.home })
    expect(listed.code).toBe(0)
  })

  it('stores a key whose secret comes from standard input, once the service accepted it', async () => {
    const { env, home, merchant } = use.world
    const base = ['login', '--base-url', env.MERCHANTPAY_BASE_URL ?? '', '--key-id', merchant.keyId]
    const wrong = await use.world.call(base, { env: home, stdin: `sk_test_${'a'.repeat(43)}\n` })
    expect(wrong.code).toBe(4)
    const right = await use.world.call([...base, '--profile', 'shop'], {
      env: home,
      stdin: `${merchant.secret}\n`,
    })
    expect([right.code, right.stdout]).toEqual([0, `stored ${merchant.keyId} in profile shop\n`])
    expect(readFileSync(profiles(), 'utf8')).toContain(merchant.secret)
    expect((await use.world.call(base, { env: home })).code).toBe(2)
  })
})

describe('keys', () => {
  it('are listed', async () => {
    await use.world.call(['keys', 'list'])
    await use.world.harness.pass(60_000) // records the use of the key
    await use.world.golden('keys-list', () => ['keys', 'list'])
  })

  it('are created and stored, without the secret on the output', async () => {
    await use.world.golden('keys-create', () => [
      ...['keys', 'create', '--name', 'shop server', '--scopes', 'orders,read', '--store', 'server'],
    ])
    const used = await use.world.call(['orders', 'list', '--profile', 'server'], { env: use.world.home })
    expect(used.code).toBe(0)
  })

  it('have the scopes of a shop, and more with --scopes only, with a sentence about their power', async () => {
    const scopesOf = async (...args: string[]) => {
      const { stdout, stderr } = await use.world.call(['keys', 'create', '--reveal', '--json', ...args])
      return [(JSON.parse(stdout) as { scopes: string[] }).scopes, stderr.trim()]
    }
    expect(await scopesOf()).toEqual([
      ['orders', 'read'],
      'orders and read are enough for a shop; --scopes orders,read,withdrawals,keys allows more',
    ])
    expect(await scopesOf('--scopes', 'read,withdrawals,keys')).toEqual([
      ['read', 'withdrawals', 'keys'],
      'its holder can move money and make other keys, which no shop needs',
    ])
    expect(await scopesOf('--scopes', 'read')).toEqual([['read'], ''])
  })

  it.each([['keys', 'create', '--store', 'wide'], ['dashboard']])(
    'keys of few scopes are told why %s is refused, and of --scopes',
    async (...args) => {
      await use.world.call(['keys', 'create', '--store', 'narrow', '--scopes', 'read,keys'])
      const refused = await use.world.call([...args, '--profile', 'narrow'], { env: use.world.home })
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('403 forbidden')])
      expect(refused.stderr).toContain(
        'a key passes on scopes of its own only, and needs keys for that: merchantpay keys list shows them, --scopes asks for others',
      )
      const given = [...args, '--scopes', 'read', '--profile', 'narrow']
      expect((await use.world.call(given, { env: use.world.home })).code).toBe(0)
    },
  )

  it('are shown in full with --reveal only', async () => {
    const hidden = await use.world.call(['keys', 'create', '--store', 'other', '--json'])
    const shown = await use.world.call(['keys', 'create', '--reveal', '--json'])
    expect([SECRET.test(hidden.stdout + hidden.stderr), SECRET.test(shown.stdout)]).toEqual([false, true])
    expect((await use.world.call(['keys', 'create'])).code).toBe(2)
  })

  it('are revoked', () =>
    use.world.golden('keys-revoke', async () => {
      const { stdout } = await use.world.call(['keys', 'create', '--reveal', '--json'])
      return ['keys', 'revoke', (JSON.parse(stdout) as { key_id: string }).key_id]
    }))
})

describe('webhooks secret', () => {
  it('shows a part of the secret', async () => {
    await use.world.golden('webhooks-secret', () => ['webhooks', 'secret'])
    const { stdout } = await use.world.call(['webhooks', 'secret', '--reveal'])
    expect(stdout).toContain(use.world.merchant.webhookSecret)
  })

  it('stores a new one in the profile of the key', async () => {
    const { env, home } = use.world
    const register = [
      'login',
      '--register',
      '--profile',
      'rotated',
      '--base-url',
      env.MERCHANTPAY_BASE_URL ?? '',
    ]
    await use.world.call(register, { env: home })
    const rotate = ['webhooks', 'secret', '--rotate', '--profile', 'rotated', '--json']
    const { code, stdout } = await use.world.call(rotate, { env: home })
    expect([code, SECRET.test(stdout)]).toEqual([0, false])
    const shown = await use.world.call(['webhooks', 'secret', '--reveal', '--json', '--profile', 'rotated'], {
      env: home,
    })
    const { webhook_secret } = JSON.parse(shown.stdout) as { webhook_secret: string }
    const { webhook_secret: part } = JSON.parse(stdout) as { webhook_secret: string }
    expect(webhook_secret.startsWith(part.replace('…', ''))).toBe(true)
  })

  it('replaces its line in the file of dev, and leaves the others', async () => {
    const { env, home, folder } = use.world
    await use.world.changeMerchant()
    const cwd = join(folder, 'rotating')
    mkdirSync(cwd)
    const { MERCHANTPAY_KEY_ID, MERCHANTPAY_SECRET } = use.world.env
    const lines = [
      ['MERCHANTPAY_BASE_URL', env.MERCHANTPAY_BASE_URL],
      ['WEBHOOK_SECRET', 'whsec_old'],
      ...Object.entries({ MERCHANTPAY_KEY_ID, MERCHANTPAY_SECRET, PORT: '3000' }),
    ].map(([name, value]) => `${name}='${value}'`)
    writeFileSync(join(cwd, '.env.merchantpay'), `${lines.join('\n')}\n`)
    const rotated = await use.world.call(['webhooks', 'secret', '--rotate', '--reveal'], { env: home, cwd })
    expect(rotated.code).toBe(0)
    const [secret] = SECRET.exec(rotated.stdout) ?? []
    expect(readFileSync(join(cwd, '.env.merchantpay'), 'utf8').trimEnd().split('\n')).toEqual([
      ...lines.filter((line) => !line.startsWith('WEBHOOK_SECRET')),
      `WEBHOOK_SECRET='${secret}'`,
    ])
  })

  it('makes none that nothing would keep', async () => {
    const { code, stderr } = await use.world.call(['webhooks', 'secret', '--rotate'])
    expect([code, stderr]).toEqual([78, expect.stringContaining('add --reveal')])
  })
})

describe('a secret that is shown once', () => {
  /** The service cannot be reached, so a command that asked it first would exit with 3. */
  const OFFLINE = {
    MERCHANTPAY_BASE_URL: 'http://127.0.0.1:9',
    MERCHANTPAY_KEY_ID: `mk_test_${'a'.repeat(24)}`,
    MERCHANTPAY_SECRET: `sk_test_${'a'.repeat(43)}`,
  }

  it.each([
    ['keys', 'create', '--store', 'shop'],
    ['login', '--register'],
    ['login', '--profile', 'shop'],
  ])('is not asked for where profiles cannot be stored: %s %s', async (...args) => {
    const damaged = join(use.world.folder, 'damaged')
    mkdirSync(join(damaged, 'merchantpay'), { recursive: true })
    writeFileSync(join(damaged, 'merchantpay/profiles.json'), 'no JSON', { mode: 0o600 })
    const file = join(use.world.folder, 'file')
    writeFileSync(file, '')
    for (const XDG_CONFIG_HOME of [damaged, file]) {
      const { code, stderr } = await use.world.call(args, { env: { ...OFFLINE, XDG_CONFIG_HOME } })
      expect([code, stderr]).toEqual([78, expect.stringMatching(/is not JSON|cannot be written/)])
    }
  })

  it('is not asked for where the file of the key cannot be written', async () => {
    const cwd = deepFolder(use.world.folder)
    mkdirSync(cwd, { recursive: true })
    const file = join(cwd, '.env.merchantpay')
    const lines = Object.entries({ ...OFFLINE, WEBHOOK_SECRET: 'whsec_old' })
    writeFileSync(file, lines.map(([name, value]) => `${name}='${value}'`).join('\n'))
    const rotate = ['webhooks', 'secret', '--rotate']
    const { code, stderr } = await use.world.call(rotate, { env: use.world.home, cwd })
    expect([code, stderr]).toEqual([78, expect.stringContaining('cannot be written')])
    const short = join(use.world.folder, 'short')
    symlinkSync(cwd, short)
    expect((await use.world.call(rotate, { env: use.world.home, cwd: short })).code).toBe(3)
  })
})
