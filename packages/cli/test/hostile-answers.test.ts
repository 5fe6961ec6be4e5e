import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readContract, type Schema } from '../../../tools/contract/document.js'
import { makeScratchFolder } from '../../server/test/support/storage/scratch-folder.js'
import { SPELLINGS } from '../src/account/spellings.js'
import { call } from './support/call.js'
import { hostileService } from './support/hostile-service.js'

const KEY = { key_id: `mk_test_${'c'.repeat(24)}`, secret: `sk_test_${'d'.repeat(43)}` }
const WEBHOOK_SECRET = `whsec_${'e'.repeat(44)}`
/** Ends the quotation of an env file and its line. */
const PLANTED = "'\ntouch planted\n'"

/** A folder of a user, with the merchant of a service in its env file and in the profile `shop`. */
function folderOf(env: Readonly<Record<string, string>>) {
  const cwd = makeScratchFolder()
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  const file = join(cwd, '.env.merchantpay')
  const text = Object.entries(env).map(([name, value]) => `${name}='${value}'\n`)
  writeFileSync(file, text.join(''))
  return { cwd, file, home: { XDG_CONFIG_HOME: join(cwd, 'config') } }
}

const profilesOf = (cwd: string) => join(cwd, 'config/merchantpay/profiles.json')

describe('a value that the contract does not allow', () => {
  it('is not stored in the file of dev as the new webhook secret', async () => {
    const env = await hostileService(200, { webhook_secret: `${WEBHOOK_SECRET}${PLANTED}` })
    const { cwd, file, home } = folderOf(env)
    const before = readFileSync(file, 'utf8')
    const { code, stderr } = await call(['webhooks', 'secret', '--rotate'], { cwd, env: home })
    expect([code, stderr]).toEqual([
      78,
      expect.stringContaining(
        `${env.MERCHANTPAY_BASE_URL} answered with a webhook_secret that is not spelled as in the contract, so nothing was stored`,
      ),
    ])
    expect(readFileSync(file, 'utf8')).toBe(before)
  })

  it.each([
    ['key_id', ['keys', 'create', '--store', 'shop'], { ...KEY, key_id: `${KEY.key_id}${PLANTED}` }],
    ['secret', ['keys', 'create', '--store', 'shop'], { ...KEY, secret: [KEY.secret] }],
    ['webhook_secret', ['login', '--register'], { api_key: KEY, webhook_secret: `whsec_${PLANTED}` }],
    ['secret', ['login', '--register'], { api_key: { ...KEY, secret: '' }, webhook_secret: WEBHOOK_SECRET }],
  ])('is not stored in a profile as its %s: %s', async (name, args, answer) => {
    const env = await hostileService(201, answer)
    const { cwd, home } = folderOf(env)
    const { code, stderr } = await call(args, { cwd, env: { ...env, ...home } })
    expect([code, stderr]).toEqual([78, expect.stringContaining(`answered with a ${name} that is not`)])
    const stored = existsSync(profilesOf(cwd)) ? readFileSync(profilesOf(cwd), 'utf8') : '{}'
    expect(JSON.parse(stored)).toEqual({})
  })

  it('does not replace the webhook secret of a profile', async () => {
    const env = await hostileService(200, { webhook_secret: `${WEBHOOK_SECRET}${PLANTED}` })
    const { cwd, home } = folderOf(env)
    const profile = { base_url: env.MERCHANTPAY_BASE_URL, ...KEY, webhook_secret: WEBHOOK_SECRET }
    mkdirSync(dirname(profilesOf(cwd)), { recursive: true })
    writeFileSync(profilesOf(cwd), JSON.stringify({ shop: profile }), { mode: 0o600 })
    const rotate = ['webhooks', 'secret', '--rotate', '--profile', 'shop']
    const { code } = await call(rotate, { cwd, env: home })
    expect([code, JSON.parse(readFileSync(profilesOf(cwd), 'utf8'))]).toEqual([78, { shop: profile }])
  })

  it('is told by the patterns of the contract', () => {
    const { KeyId, CreatedApiKey, WebhookSecret }: Record<string, Schema> =
      readContract('merchantpay.v1.yaml').components.schemas ?? {}
    const patterns = {
      key_id: KeyId?.pattern,
      secret: CreatedApiKey?.properties?.secret?.pattern,
      webhook_secret: WebhookSecret?.pattern,
    }
    const spellings = Object.entries(SPELLINGS).map(([name, { source }]) => [name, source])
    expect(Object.fromEntries(spellings)).toEqual(patterns)
  })
})
