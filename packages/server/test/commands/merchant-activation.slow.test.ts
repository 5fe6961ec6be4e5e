/** `merchants activate`: the live webhook secret, live keys from before, and deliveries that waited for the secret. */
import { existsSync, rmSync } from 'node:fs'
import { createVerifier } from '@merchantpay/webhook-verify'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/server/folder.js'
import { Harness, type Keys, type Registered, useHarness } from '../support/server/harness.js'
import { auditRows, documentsOf, runCommand } from '../support/server/operator.js'
import { callEndpoint, deliveriesOf, openEndpoint, subscribe } from '../support/webhooks/webhook-endpoint.js'

const SECRET = /^whsec_[0-9A-Za-z+/]{44}$/

const activate = (harness: Harness, id: string, ...args: string[]) =>
  runCommand(harness, ['merchants', 'activate', id, ...args])

/** An active merchant without a live webhook secret, as earlier versions made them, with a live key. */
async function activatedBefore(harness: Harness): Promise<{ merchant: Registered; live: Keys }> {
  const merchant = await harness.register()
  return { merchant, live: await harness.liveKeys(merchant) }
}

describe('merchants activate', () => {
  const shared = useHarness()

  it('makes the live webhook secret, and prints it in one line', async () => {
    const { harness } = shared
    const { merchantId: id } = await harness.register()
    const { status, stdout } = activate(harness, id, '--reason', 'papers complete')
    const [first, second, ...rest] = stdout.trimEnd().split('\n')
    expect([status, first, rest]).toEqual([0, `${id} is ACTIVE`, []])
    expect(second?.replace('live webhook secret, shown once: ', '')).toMatch(SECRET)
  })

  it('makes no second secret, and says so', async () => {
    const { harness } = shared
    const { merchantId: id } = await harness.register()
    const [made] = documentsOf(activate(harness, id, '--json'))
    expect(made).toEqual({
      id,
      status: 'ACTIVE',
      webhook_secret: expect.stringMatching(SECRET),
      live_keys: [],
    })
    expect(activate(harness, id).stdout).toMatch(
      /is ACTIVE\nit has a live webhook secret already, which is not/,
    )
    runCommand(harness, ['merchants', 'suspend', id])
    expect(documentsOf(activate(harness, id, '--json'))).toMatchObject([{ webhook_secret: null }])
    const audited = await auditRows(harness, id)
    expect(audited.map(({ action }) => action)).toEqual([
      'merchants activate',
      'merchants activate',
      'merchants suspend',
      'merchants activate',
    ])
    expect(JSON.stringify(audited)).not.toContain(made?.webhook_secret)
  })

  it('lists live keys from before, and revokes them only with --revoke-keys', async () => {
    const { harness } = shared
    const { merchant, live } = await activatedBefore(harness)
    const me = async () => (await harness.call('GET', '/v1/merchants/me', { keys: live })).status
    const { stdout } = activate(harness, merchant.merchantId)
    expect(stdout).toContain(live.keyId)
    expect(stdout).toContain('merchantpay-server keys revoke <key-id>')
    expect(stdout).not.toContain(merchant.keyId)
    expect(await me()).toBe(200)
    const [revoked] = documentsOf(activate(harness, merchant.merchantId, '--revoke-keys', '--json'))
    expect(revoked?.live_keys).toMatchObject([{ key_id: live.keyId, is_active: false }])
    expect(await me()).toBe(401)
    expect((await auditRows(harness, live.keyId)).map(({ action }) => action)).toContain('keys revoke')
    expect((await harness.call('GET', '/v1/merchants/me', { keys: merchant })).status).toBe(200)
    expect(documentsOf(activate(harness, merchant.merchantId, '--json'))).toMatchObject([{ live_keys: [] }])
  })

  it('shows the scopes of the live key that a pending merchant made, and ends it before it works', async () => {
    const { harness } = shared
    const merchant = await harness.register()
    const body = { environment: 'live', name: 'early' }
    const { json } = await harness.call('POST', '/v1/merchants/api-keys', { keys: merchant, body })
    const live = { keyId: String(json.key_id), secret: String(json.secret) }
    const [made] = documentsOf(activate(harness, merchant.merchantId, '--revoke-keys', '--json'))
    expect(made?.live_keys).toMatchObject([
      { key_id: live.keyId, name: 'early', scopes: 'orders,read,keys', is_active: false },
    ])
    expect((await harness.call('GET', '/v1/balance', { keys: live })).json.error).toBe('api key is inactive')
  })

  it('merchants activate of an active merchant without a secret sends the deliveries that waited for one', async () => {
    const { harness, receiver, keys } = await openEndpoint()
    const live = { ...keys, ...(await harness.liveKeys(keys)) }
    const endpoint = { harness, keys: live, id: await subscribe(harness, live, receiver.url) }
    await callEndpoint(endpoint, 'POST', '/test')
    await harness.work()
    expect(await deliveriesOf(endpoint)).toMatchObject([{ status: 'PENDING', last_error: 'no_secret' }])
    const [made] = documentsOf(activate(harness, keys.merchantId, '--json'))
    await harness.work()
    expect(await deliveriesOf(endpoint)).toMatchObject([
      { status: 'DELIVERED', attempts: 1, last_error: null },
    ])
    const [received] = receiver.received
    const verifier = createVerifier({ secrets: String(made?.webhook_secret) })
    expect(verifier.verify(received?.body ?? '', received?.headers ?? {}).known).toBe(true)
  })
})

describe('a command that stores a secret', () => {
  it.each([
    ['merchants activate', []],
    ['keys create', ['--environment', 'test', '--name', 'till 2']],
  ])('%s is refused without the master key of the server, and makes none', async (command, options) => {
    const folder = temporaryFolder()
    const harness = await Harness.open(folder, {
      MERCHANTPAY_MASTER_KEY: Buffer.alloc(32, 3).toString('base64'),
    })
    const { merchantId } = await harness.register()
    const keyFile = `${folder}/books.db.master-key`
    rmSync(keyFile, { force: true })
    const run = (env: Record<string, string>) =>
      runCommand(harness, [...command.split(' '), merchantId, ...options], env)
    const missing = run({ MERCHANTPAY_MASTER_KEY: '' })
    expect([missing.status, missing.stderr, existsSync(keyFile)]).toEqual([
      78,
      expect.stringContaining('MERCHANTPAY_MASTER_KEY: '),
      false,
    ])
    const wrong = run({ MERCHANTPAY_MASTER_KEY: Buffer.alloc(32, 4).toString('base64') })
    expect([wrong.status, wrong.stderr]).toEqual([78, expect.stringContaining('not the key that encrypted')])
    expect(run({ MERCHANTPAY_MASTER_KEY: Buffer.alloc(32, 3).toString('base64') }).status).toBe(0)
    await harness.close()
  })
})
