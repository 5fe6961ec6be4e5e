import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ROTATION_START, rotateBatch } from '../../src/domain/secrets/master-key-rotation.js'
import { createVault } from '../../src/domain/shared/vault.js'
import { ConsoleClient, WITH_CONSOLE } from '../support/console/console-client.js'
import { contextAt, handClock } from '../support/domain/context.js'
import { signInPerson } from '../support/people/people-clients.js'
import { Harness, ORDER, type Registered, useHarness } from '../support/server/harness.js'
import { auditRows, documentsOf, type Ran, runCommand } from '../support/server/operator.js'
import { openOn, sideOf } from '../support/storage/engines.js'

describe('operators', () => {
  const shared = useHarness(WITH_CONSOLE)

  it('are invited, listed, changed and removed', async () => {
    const { harness } = shared
    const beside = { databaseEnv: { ...harness.databaseEnv, ...WITH_CONSOLE } }
    const invited = runCommand(beside, [
      'console',
      'invite',
      '--mail',
      'Mira@Pay.Example',
      '--role',
      'support',
    ])
    expect(invited.stdout).toContain('signs mira@pay.example in once, as support, until ')
    const client = new ConsoleClient(harness)
    const link = /\/console\/sign-in\/[\w-]{43}/.exec(invited.stdout)?.[0] ?? ''
    expect((await client.post(link)).status).toBe(303)
    expect((await client.get('/console/operators')).text).toContain('mira@pay.example')
    const [person] = documentsOf(runCommand(beside, ['console', 'people', '--json']))
    const id = `${person?.id}`
    expect(person).toMatchObject({ mail: 'mira@pay.example', role: 'support' })
    expect(runCommand(beside, ['console', 'role', id, '--role', 'admin']).status).toBe(0)
    expect((await client.get('/console')).text).toContain('admin')
    expect(runCommand(beside, ['console', 'remove', id]).status).toBe(0)
    expect((await client.get('/console')).status).toBe(401)
    expect(runCommand(beside, ['console', 'sessions', '--json']).stdout).toBe('')
    const mail = { MERCHANTPAY_SMTP_URL: 'smtp://127.0.0.1', MERCHANTPAY_MAIL_FROM: 'pay@provider.example' }
    const withMail = { databaseEnv: { ...beside.databaseEnv, ...mail } }
    const args = ['console', 'invite', '--mail', 'omar@pay.example']
    expect(runCommand(withMail, args).stdout).toBe(
      'the server sends an invitation to omar@pay.example, as viewer, which works for three days\n',
    )
    expect(runCommand(withMail, [...args, '--link']).stdout).toContain('/console/sign-in/')
  })
})

describe('merchants', () => {
  const shared = useHarness()

  it('activate, suspend and tier print the result, and what they change is audited once', async () => {
    const { harness } = shared
    const { merchantId: id } = await harness.register()
    const run = (...args: string[]) => runCommand(harness, ['merchants', ...args]).stdout
    for (const _ of [1, 2])
      expect(run('activate', id, '--reason', 'papers are fine')).toContain(`${id} is ACTIVE\n`)
    expect(run('tier', id, '--tier', 'PREMIUM')).toContain(`${id} is PREMIUM`)
    expect(run('suspend', id)).toBe(`${id} is SUSPENDED\n`)
    // The status, and the live webhook secret.
    expect((await auditRows(harness, id)).map(({ action }) => action)).toEqual([
      'merchants activate',
      'merchants activate',
      'merchants tier',
      'merchants suspend',
    ])
  })

  it('sign-in-link prints a link that opens the dashboard once, with narrow scopes, and is audited', async () => {
    const { harness } = shared
    const { merchantId: id } = await harness.register()
    const args = ['merchants', 'sign-in-link', id, '--environment', 'test', '--reason', 'asked by phone']
    const { stdout } = runCommand(harness, args)
    expect(stdout).toContain('for orders,read in test, until ')
    const link = /\/dashboard\/sign-in\/[\w-]{43}/.exec(stdout)?.[0] ?? ''
    const client = new ConsoleClient(harness)
    expect((await client.post(link)).status).toBe(303)
    expect((await client.get('/dashboard')).status).toBe(200)
    expect((await client.get('/dashboard/withdraw')).status).toBe(403)
    expect(await auditRows(harness, id)).toMatchObject([
      { action: 'dashboard link', details: expect.stringContaining('asked by phone') },
      { action: 'dashboard sign-in', actor: id },
    ])
  })

  it('remove-person signs a person out, and restore finish names the people until they are checked', async () => {
    const { harness } = shared
    const { merchantId: id } = await harness.register()
    const { person, client } = await signInPerson(harness, id, 'viewer')
    const finish = (...flags: string[]) =>
      runCommand(harness, ['restore', 'finish', '--reason', 'compared', ...flags])
    expect(runCommand(harness, ['restore', 'mark', '--reason', 'an old volume']).status).toBe(0)
    expect((await client.get('/dashboard')).status).toBe(401)
    const unchecked = finish()
    expect([unchecked.status, unchecked.stderr.includes(`${id} ${person.id} viewer`)]).toEqual([1, true])
    const remove = ['merchants', 'remove-person', id, '--person', person.id]
    expect(runCommand(harness, remove)).toMatchObject({ status: 0 })
    expect(runCommand(harness, remove)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('no such person'),
    })
    const finished = finish('--people-checked')
    expect([finished.status, finished.stdout]).toEqual([0, expect.stringContaining('people have the roles')])
  })

  it('invite lets an owner in, and makes another link for a person who is known', async () => {
    const { harness } = shared
    const { merchantId: id } = await harness.register()
    const args = ['merchants', 'invite', id, '--mail', 'Lena@Shop.Example', '--reason', 'asked by phone']
    const first = runCommand(harness, args)
    expect(first.stdout).toContain('signs lena@shop.example in once, as owner, until ')
    const second = runCommand(harness, [...args, '--role', 'viewer'])
    expect(second.stdout).toContain('as owner')
    const linkOf = ({ stdout }: Ran) => /\/dashboard\/sign-in\/[\w-]{43}/.exec(stdout)?.[0] ?? ''
    const client = new ConsoleClient(harness)
    expect((await client.post(linkOf(first))).status).toBe(403)
    expect((await client.post(linkOf(second))).status).toBe(303)
    expect((await client.get('/dashboard/people')).status).toBe(200)
    const listed = runCommand(harness, ['merchants', 'people', id, '--json'])
    expect(JSON.parse(listed.stdout)).toMatchObject({ mail: 'lena@shop.example', role: 'owner' })
    expect(runCommand(harness, ['console', 'sessions']).stdout).toContain('person')
    expect(runCommand(harness, ['merchants', 'invite', id, '--mail', 'lena'])).toMatchObject({
      status: 1,
      stderr: 'this is no mail address\n',
    })
  })

  it('tier affects new orders only', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const body = { amount_mode: 'FIXED', amount: '100', currency: 'USDT' }
    const { json: old } = await harness.call('POST', '/v1/app/orders', { keys, body })
    runCommand(harness, ['merchants', 'tier', keys.merchantId, '--tier', 'PREMIUM'])
    const { json: young } = await harness.call('POST', '/v1/app/orders', { keys, body })
    const credited = []
    for (const { id } of [old, young]) {
      await harness.call('POST', `/v1/test_helpers/orders/${id}/simulate`, { keys, body: { action: 'pay' } })
      credited.push((await harness.call('GET', `/v1/orders/${id}`, { keys })).json.credited_amount)
    }
    expect(credited).toEqual(['99.00', '99.50'])
  })

  it('show prints balances, and list escapes names', async () => {
    const { harness } = shared
    const { merchantId: id } = await harness.register()
    const [shown] = documentsOf(runCommand(harness, ['merchants', 'show', id, '--json']))
    expect(shown).toMatchObject({ id, status: 'PENDING_KYB', test_available: '0.00', live_frozen: '0.00' })
    const side = await sideOf(harness.database)
    await side.script(`UPDATE merchants SET name = 'Ada\u001b]0;owned\u0007\u202e' WHERE id = '${id}'`)
    const { stdout } = runCommand(harness, ['merchants', 'list'])
    expect(stdout).toContain('Ada\\u001b]0;owned\\u0007\\u202e')
  })

  it.each([
    [['activate', 'unknown'], 1],
    [['suspend', 'unknown'], 1],
    [['tier', 'unknown', '--tier', 'BASIC'], 1],
    [['show', 'unknown'], 1],
    [['tier', 'unknown', '--tier', 'GOLD'], 2],
    [['tier', 'unknown'], 2],
    [['activate'], 2],
    [['activate', 'unknown', 'else'], 2],
    [['list', '--color'], 2],
  ])('%j exits %i', (args, code) => {
    expect(runCommand(shared.harness, ['merchants', ...args]).status).toBe(code)
  })
})

describe('keys', () => {
  const shared = useHarness()

  it('create makes a working key, and revoke ends it', async () => {
    const { harness } = shared
    const { merchantId } = await harness.register()
    const args = ['keys', 'create', merchantId, '--environment', 'test', '--name', 'till 2', '--json']
    const [made] = documentsOf(runCommand(harness, args))
    const keys = { keyId: `${made?.key_id}`, secret: `${made?.secret}` }
    expect((await harness.call('GET', '/v1/merchants/me', { keys })).json.id).toBe(merchantId)
    const listed = documentsOf(runCommand(harness, ['keys', 'list', merchantId, '--json']))
    expect(listed).toHaveLength(2)
    expect(JSON.stringify(listed)).not.toContain(keys.secret)
    for (const _ of [1, 2]) expect(runCommand(harness, ['keys', 'revoke', keys.keyId]).status).toBe(0)
    expect((await harness.call('GET', '/v1/merchants/me', { keys })).text).toBe(
      '{"error":"api key is inactive"}',
    )
    expect((await auditRows(harness, keys.keyId)).map(({ action }) => action)).toEqual([
      'keys create',
      'keys revoke',
    ])
    expect(JSON.stringify(await auditRows(harness, keys.keyId))).not.toContain(keys.secret)
  })

  it('create makes a key for orders and read, or for the scopes that it is given, and audits them', async () => {
    const { harness } = shared
    const { merchantId } = await harness.register()
    const create = (...more: string[]) =>
      runCommand(harness, ['keys', 'create', merchantId, '--environment', 'test', '--name', 'x', ...more])
    const [plain] = documentsOf(create('--json'))
    const [payouts] = documentsOf(create('--scopes', 'withdrawals,read', '--json'))
    expect([plain?.scopes, payouts?.scopes]).toEqual(['orders,read', 'read,withdrawals'])
    const [entry] = await auditRows(harness, `${payouts?.key_id}`)
    expect(JSON.parse(entry?.details ?? '')).toMatchObject({ scopes: 'read,withdrawals' })
    const keys = { keyId: `${payouts?.key_id}`, secret: `${payouts?.secret}` }
    expect((await harness.call('POST', '/v1/orders', { keys, body: ORDER })).json.error).toBe('forbidden')
    for (const scopes of ['admin', ',', 'read,read']) {
      const { status, stderr } = create('--scopes', scopes)
      expect([status, stderr]).toEqual([2, expect.stringContaining('orders,read,withdrawals,keys')])
    }
    const listed = documentsOf(runCommand(harness, ['keys', 'list', merchantId, '--json']))
    expect(listed.map(({ scopes }) => scopes)).toContain('read,withdrawals')
  })

  it('create makes live keys before the merchant is activated too', async () => {
    const { harness } = shared
    const { merchantId } = await harness.register()
    const args = ['keys', 'create', merchantId, '--environment', 'live', '--name', 'first', '--json']
    const [made] = documentsOf(runCommand(harness, args))
    const keys = { keyId: `${made?.key_id}`, secret: `${made?.secret}` }
    const statusNow = async () => (await harness.call('GET', '/v1/balance', { keys })).status
    expect(await statusNow()).toBe(403)
    runCommand(harness, ['merchants', 'activate', merchantId])
    expect(await statusNow()).toBe(200)
  })

  it('create enforces the limit, and revoke refuses an unknown key', async () => {
    const { harness } = shared
    const keys = await harness.register()
    for (let count = 1; count < 20; count += 1) {
      await harness.call('POST', '/v1/merchants/api-keys', { keys, body: { name: 'x', environment: 'test' } })
    }
    const args = ['keys', 'create', keys.merchantId, '--environment', 'test', '--name', 'one more']
    const refused = runCommand(harness, args)
    expect([refused.status, refused.stderr]).toEqual([1, 'api_key_limit_reached\n'])
    expect(runCommand(harness, ['keys', 'revoke', 'mk_test_none']).status).toBe(1)
    const long = args.with(-1, 'x'.repeat(101))
    expect(runCommand(harness, long).status).toBe(2)
  })
})

describe('keys rotate-master', () => {
  const NEW_KEY = Buffer.alloc(32, 9).toString('base64')
  const OTHER_KEY = Buffer.alloc(32, 8).toString('base64')

  interface Encrypted {
    readonly harness: Harness
    readonly merchants: Registered[]
    readonly oldKey: string
  }

  /** A closed database with some secrets. */
  async function encryptedDatabase(count: number): Promise<Encrypted> {
    const harness = await Harness.start()
    const merchants: Registered[] = []
    for (let at = 0; at < count; at += 1) merchants.push(await harness.register())
    await harness.server.stop()
    return {
      harness,
      merchants,
      oldKey:
        harness.databaseEnv.MERCHANTPAY_MASTER_KEY ??
        readFileSync(`${harness.folder}/books.db.master-key`, 'utf8'),
    }
  }
  const rotate = ({ harness, oldKey }: Encrypted, env: Record<string, string> = {}) =>
    runCommand(harness, ['keys', 'rotate-master'], {
      MERCHANTPAY_MASTER_KEY: NEW_KEY,
      MERCHANTPAY_MASTER_KEY_PREVIOUS: oldKey,
      ...env,
    })
  const canAllSign = async ({ harness: encrypted, merchants }: Encrypted, env: Record<string, string>) => {
    const harness = await Harness.open(encrypted.folder, env)
    try {
      for (const keys of merchants) {
        expect((await harness.call('GET', '/v1/merchants/me', { keys })).status).toBe(200)
      }
    } finally {
      await harness.close()
    }
  }

  it('re-encrypts keys and webhook secrets, which work with the new key alone', async () => {
    const database = await encryptedDatabase(3)
    expect(rotate(database).stdout).toMatch(/^6 secrets re-encrypted/)
    expect(rotate(database).stdout).toMatch(/^0 secrets re-encrypted/)
    await canAllSign(database, { MERCHANTPAY_MASTER_KEY: NEW_KEY })
    const audit = documentsOf(runCommand(database.harness, ['audit', 'list', '--json']))
    expect(audit.map(({ subject, details }) => [subject, details])).toEqual([
      ['webhook_secrets', { rows: 3 }],
      ['api_keys', { rows: 3 }],
    ])
  })

  it('continues after an interruption, and the server works with both keys meanwhile', async () => {
    const database = await encryptedDatabase(3)
    const store = await openOn(database.harness.database)
    const vaults = {
      current: createVault(Buffer.from(NEW_KEY, 'base64')),
      previous: createVault(Buffer.from(database.oldKey, 'base64')),
    }
    const batch = { vaults, position: ROTATION_START, limit: 2 }
    const mandate = { actor: 'test', reason: null }
    const step = await store.write((tx) => rotateBatch(tx, contextAt(handClock()), batch, mandate))
    expect(step).toMatchObject({ changed: 2, next: { table: 'api_keys' } })
    await canAllSign(database, {
      MERCHANTPAY_MASTER_KEY: NEW_KEY,
      MERCHANTPAY_MASTER_KEY_PREVIOUS: database.oldKey,
    })
    expect(rotate(database).stdout).toMatch(/^4 secrets re-encrypted/)
    await canAllSign(database, { MERCHANTPAY_MASTER_KEY: NEW_KEY })
  })

  it('refuses keys that decrypt nothing, and changes nothing', async () => {
    const database = await encryptedDatabase(1)
    const { status, stdout, stderr } = rotate(database, { MERCHANTPAY_MASTER_KEY_PREVIOUS: OTHER_KEY })
    expect([status, stdout.slice(0, 10)]).toEqual([1, '0 secrets '])
    expect(stderr).toMatch(/^neither master key decrypts api_keys\/mk_test_/)
    expect(stderr).toMatch(/^neither master key decrypts webhook_secrets\//m)
    await canAllSign(database, {})
  })

  it('skips a row that neither key decrypts, names it and exits with 1', async () => {
    const database = await encryptedDatabase(2)
    const [damaged, ...sound] = database.merchants
    const side = await sideOf(database.harness.database)
    await side.script(`UPDATE api_keys SET sealed_secret = 'AAAA' WHERE key_id = '${damaged?.keyId}'`)
    const { status, stdout, stderr } = rotate(database)
    expect([status, stderr]).toEqual([1, `neither master key decrypts api_keys/${damaged?.keyId}\n`])
    expect(stdout).toMatch(/^3 secrets re-encrypted/)
    await canAllSign({ ...database, merchants: sound }, { MERCHANTPAY_MASTER_KEY: NEW_KEY })
  })

  it('requires the previous key: exit 78', async () => {
    const database = await encryptedDatabase(1)
    const { status, stderr } = rotate(database, { MERCHANTPAY_MASTER_KEY_PREVIOUS: '' })
    expect([status, stderr]).toEqual([78, expect.stringContaining('MERCHANTPAY_MASTER_KEY_PREVIOUS')])
  })
})
