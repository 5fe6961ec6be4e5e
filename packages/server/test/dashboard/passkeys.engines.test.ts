import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { relyingPartyOf } from '../../src/domain/people/relying-party.js'
import { beginRecovery } from '../../src/domain/recovery/recoveries.js'
import { ConsoleClient } from '../support/console/console-client.js'
import { Authenticator, type Faults } from '../support/people/authenticator.js'
import { linkIn, openLink, signInAgain, signInPerson } from '../support/people/people-clients.js'
import { Harness, useHarness } from '../support/server/harness.js'
import { auditRows } from '../support/server/operator.js'
import { changeBeside } from '../support/server/operator-change.js'
import { ENGINES } from '../support/storage/engines.js'

const ORIGIN = 'https://pay.example'
const SETTINGS = { MERCHANTPAY_PUBLIC_URL: ORIGIN }
const HOUR_MS = 3_600_000
const FAULTS: readonly Faults[] = [
  { origin: 'https://pay.example.evil' },
  { host: 'evil.example' },
  { type: 'payment.get' },
  { isUnrecognized: true },
  { isCopied: true },
  { isFramed: true },
]
const EC_HEAD = '301306072a8648ce3d020106082a8648ce3d030107'
/** Keys that no device of a person makes. */
const KEYS: readonly Buffer[] = [
  Buffer.alloc(0),
  // A point at infinity, by which every signature would be valid.
  Buffer.from(`3019${EC_HEAD}03020000`, 'hex'),
  // A point that is not on the curve.
  Buffer.concat([Buffer.from(`3059${EC_HEAD}03420004`, 'hex'), Buffer.alloc(64, 1)]),
  keyOf(generateKeyPairSync('ec', { namedCurve: 'P-384' })),
  keyOf(generateKeyPairSync('ed25519')),
  keyOf(generateKeyPairSync('rsa', { modulusLength: 1_024 })),
  keyOf(generateKeyPairSync('rsa', { modulusLength: 2_048, publicExponent: 3 })),
  Buffer.concat([keyOf(generateKeyPairSync('rsa', { modulusLength: 2_048 })), Buffer.alloc(1)]),
]

function keyOf({ publicKey }: { publicKey: KeyObject }): Buffer {
  return publicKey.export({ type: 'spki', format: 'der' })
}

const EVIL = ['//evil.example', '/\\evil.example', '/%2F/evil.example', '@evil.example', '/..//evil.example']

/** The page to go on with, in the forms of a page. */
const toIn = (page: string): string => /name="to" value="([^"]*)"/.exec(page)?.[1] ?? 'none'

async function withPasskey(harness: Harness) {
  const { merchantId } = await harness.register()
  const { person, client } = await signInPerson(harness, merchantId)
  const device = new Authenticator(ORIGIN)
  const added = await addTo(client, device)
  expect(added.headers.location).toBe('/dashboard/me?done=passkey&env=test')
  return { merchantId, person, client, device }
}

/** Adds the passkey of a device to the person who is signed in. */
async function addTo(client: ConsoleClient, device: Authenticator, faults?: Faults) {
  const { text } = await client.get('/dashboard/me')
  return client.submit('/dashboard/me/passkeys?env=test', device.create(text, faults), '/dashboard')
}

/** Signs in with a device, in a browser of its own. */
async function signInWithPasskey(harness: Harness, device: Authenticator, faults?: Faults) {
  const client = new ConsoleClient(harness)
  const fields = device.get((await client.get('/dashboard')).text, faults)
  return { client, fields, answer: await client.post('/dashboard/passkey', fields) }
}

describe.each(ENGINES)('a passkey, on %s', { timeout: 60_000 }, (engine) => {
  const shared = useHarness(SETTINGS, engine)

  it('signs a person in, once for each challenge', async () => {
    const { harness } = shared
    const { person, device } = await withPasskey(harness)
    const { client, fields, answer } = await signInWithPasskey(harness, device)
    expect([answer.status, answer.headers.location]).toEqual([303, '/dashboard'])
    expect((await client.get('/dashboard/people')).status).toBe(200)
    expect((await new ConsoleClient(harness).post('/dashboard/passkey', fields)).status).toBe(401)
    const entries = await auditRows(harness, person.id)
    expect(entries.slice(-2).map(({ action, actor }) => [action, actor])).toEqual([
      ['people passkey', person.id],
      ['dashboard sign-in', person.id],
    ])
  })

  it('is refused with a wrong origin, host or kind, without recognition, and with another key', async () => {
    const { harness } = shared
    const { client, device } = await withPasskey(harness)
    for (const faults of FAULTS) {
      expect((await addTo(client, new Authenticator(ORIGIN), faults)).status).toBe(422)
      expect((await signInWithPasskey(harness, device, faults)).answer.status).toBe(401)
    }
    expect((await addTo(client, device)).status).toBe(422)
    const other = new Authenticator(ORIGIN)
    const page = (await new ConsoleClient(harness).get('/dashboard')).text
    const { id = '' } = device.get(page)
    const forged = await new ConsoleClient(harness).post('/dashboard/passkey', { ...other.get(page), id })
    expect(forged.status).toBe(401)
    for (const fields of [
      {},
      { id },
      { ...device.get(page), signature: 'AAAA' },
      { ...device.get(page), client_data: '!' },
      { ...device.get(page), id: '\0' },
    ])
      expect((await new ConsoleClient(harness).post('/dashboard/passkey', fields)).status).toBe(401)
  })

  it('is refused with a key or an id that no device makes', async () => {
    const { harness } = shared
    const { client } = await withPasskey(harness)
    for (const publicKey of KEYS)
      expect((await addTo(client, new Authenticator(ORIGIN), { publicKey })).status).toBe(422)
    for (const bytes of [0, 15, 1_024])
      expect((await addTo(client, new Authenticator(ORIGIN, bytes))).status).toBe(422)
    expect((await addTo(client, new Authenticator(ORIGIN, 1_023))).status).toBe(303)
  })

  it('answers the page that asked alone: no other session, and no other question', async () => {
    const { harness } = shared
    const { client, device } = await withPasskey(harness)
    const other = await withPasskey(harness)
    const form = (await client.get('/dashboard/me')).text
    const stolen = new Authenticator(ORIGIN).create(form)
    expect((await other.client.submit('/dashboard/me/passkeys?env=test', stolen, '/dashboard')).status).toBe(
      422,
    )
    const asked = form.replace('data-passkey="create"', 'data-passkey="get"')
    expect((await new ConsoleClient(harness).post('/dashboard/passkey', device.get(asked))).status).toBe(401)
    const signIn = (await new ConsoleClient(harness).get('/dashboard')).text
    const turned = signIn.replace('data-passkey="get"', 'data-passkey="create"')
    const made = new Authenticator(ORIGIN).create(turned)
    expect((await client.submit('/dashboard/me/passkeys?env=test', made, '/dashboard')).status).toBe(422)
    // The answer of a browser without a session does not replace the person who is signed in.
    const before = client.cookie
    const answer = await client.post('/dashboard/passkey', device.get(signIn))
    expect([answer.status, client.cookie]).toEqual([303, before])
  })

  it('signs in again the person of the session alone, and no copy that counts its uses by itself', async () => {
    const harness = await Harness.start(SETTINGS, { engine })
    const { client, device } = await withPasskey(harness)
    const other = await withPasskey(harness)
    other.device.uses = 7
    expect((await signInWithPasskey(harness, other.device)).answer.status).toBe(303)
    expect((await signInWithPasskey(harness, other.device)).answer.status).toBe(401)
    other.device.uses = 0
    expect((await signInWithPasskey(harness, other.device)).answer.status).toBe(401)
    other.device.uses = 8
    harness.clock.advanceReal(HOUR_MS)
    const to = '/people/new?env=test'
    const barrier = await client.get(`/dashboard${to}`)
    await client.post('/dashboard/passkey', { ...other.device.get(barrier.text), to })
    expect((await client.get(`/dashboard${to}`)).status).toBe(403)
    await client.post('/dashboard/passkey', { ...device.get(barrier.text), to })
    expect((await client.get(`/dashboard${to}`)).status).toBe(200)
  })

  it('opens again what asks for a fresh sign-in, and leads back there', async () => {
    const harness = await Harness.start(SETTINGS, { engine })
    const { client, device } = await withPasskey(harness)
    const before = new ConsoleClient(harness)
    before.cookie = client.cookie
    harness.clock.advanceReal(HOUR_MS)
    const barrier = await client.get('/dashboard/people/new?env=test')
    expect(barrier.status).toBe(403)
    expect((await addTo(client, new Authenticator(ORIGIN))).status).toBe(403)
    const [, to = ''] = /name="to" value="([^"]*)"/.exec(barrier.text) ?? []
    const answer = await client.post('/dashboard/passkey', { ...device.get(barrier.text), to })
    expect(answer.headers.location).toBe('/dashboard/people/new?env=test')
    expect((await client.get('/dashboard/people/new?env=test')).status).toBe(200)
    expect((await before.get('/dashboard')).status).toBe(401)
    const page = (await new ConsoleClient(harness).get('/dashboard')).text
    const away = await client.post('/dashboard/passkey', { ...device.get(page), to: '//evil.example' })
    expect(away.headers.location).toBe('/dashboard')
  })

  it('leads to the page that was asked for, also after a try that failed', async () => {
    const { harness } = shared
    const { device } = await withPasskey(harness)
    const asked = '/dashboard/orders/ord_9TB2F5C8KM1A?env=test'
    const client = new ConsoleClient(harness)
    const first = await client.get(asked)
    expect(first.text).toContain(`<a href="${asked}">`)
    const failed = await client.post('/dashboard/passkey', { id: 'none', to: toIn(first.text) })
    expect([failed.status, toIn(failed.text)]).toEqual([401, '/orders/ord_9TB2F5C8KM1A?env=test'])
    const to = toIn(failed.text)
    const answer = await client.post('/dashboard/passkey', { ...device.get(failed.text), to })
    expect(answer.headers.location).toBe(asked)
    for (const evil of EVIL) {
      client.cookie = undefined
      const { text } = await client.get('/dashboard')
      const away = await client.post('/dashboard/passkey', { ...device.get(text), to: evil })
      expect([evil, away.headers.location]).toEqual([evil, '/dashboard'])
    }
    for (const path of ['/dashboard/passkey', '/dashboard/sign-out'])
      expect((await new ConsoleClient(harness).get(path)).headers.location).toBe('/dashboard')
  })

  it('is reset by an owner: the person is signed out, all are told, and money waits a day', async () => {
    const harness = await Harness.start(SETTINGS, { engine })
    const { merchantId, person, client } = await withPasskey(harness)
    const owner = await signInPerson(harness, merchantId)
    const viewer = await signInPerson(harness, merchantId, 'viewer')
    const path = `/dashboard/people/${person.id}/link?env=test`
    const made = await owner.client.submit(path, {}, '/dashboard?env=test')
    expect((await client.get('/dashboard')).status).toBe(401)
    for (const each of [owner.client, viewer.client])
      expect((await each.get('/dashboard?env=test')).text).toContain(`${person.name}</bdi> were reset`)
    const again = await openLink(harness, linkIn(made.text))
    const device = new Authenticator(ORIGIN)
    await addTo(again, device)
    const pages = ['/withdraw', '/destinations/new', '/developers/keys/new', '/people/new']
    const open = async () => {
      const statuses = pages.map(async (page) => (await again.get(`/dashboard${page}?env=test`)).status)
      return Promise.all(statuses)
    }
    expect(await open()).toEqual([403, 403, 403, 403])
    const refused = await again.get('/dashboard/withdraw?env=test')
    expect(refused.text).toContain('wait for you until')
    expect((await again.get('/dashboard/orders?env=test')).status).toBe(200)
    harness.clock.advanceReal(24 * HOUR_MS)
    const page = (await again.get('/dashboard/withdraw?env=test')).text
    await again.post('/dashboard/passkey', { ...device.get(page), to: '/withdraw?env=test' })
    expect(await open()).toEqual([200, 200, 200, 200])
    const actions = (await auditRows(harness, person.id)).map(({ actor, action }) => [actor, action])
    expect(actions).toContainEqual([owner.person.id, 'people passkey-reset'])
  })

  it('opens nothing while a database without its last commits is recovering', async () => {
    const harness = await Harness.start(SETTINGS, { engine })
    const { client, device } = await withPasskey(harness)
    const about = { reason: 'an old volume', backupAt: null, chains: [], skip: 0, actor: 'operator' }
    await changeBeside(harness, (tx, context) => beginRecovery(tx, context, { ...about, cause: 'mark' }))
    expect((await client.get('/dashboard')).status).toBe(401)
    expect((await signInWithPasskey(harness, device)).answer.status).toBe(401)
    await changeBeside(harness, (tx, { clock }) => tx.recoveries.finish(clock.now()))
    expect((await signInWithPasskey(harness, device)).answer.status).toBe(303)
  })

  it('ends with its person, with a link that replaces it, and when its row was changed in the database', async () => {
    const { harness } = shared
    const { merchantId, person, device } = await withPasskey(harness)
    const other = await withPasskey(harness)
    const rows = await changeBeside(harness, (tx) => tx.passkeys.list(person.id))
    const [row] = rows
    if (!row) throw new Error('there is no passkey')
    await changeBeside(harness, async (tx) => {
      await tx.passkeys.deleteAll(person.id)
      await tx.passkeys.insert({ ...row, personId: other.person.id })
    })
    expect((await signInWithPasskey(harness, device)).answer.status).toBe(401)
    await changeBeside(harness, async (tx) => {
      await tx.passkeys.deleteAll(other.person.id)
      await tx.passkeys.insert(row)
    })
    expect((await signInWithPasskey(harness, device)).answer.status).toBe(303)
    const owner = await signInPerson(harness, merchantId)
    await signInAgain(harness, person)
    expect((await signInWithPasskey(harness, device)).answer.status).toBe(401)
    const later = new Authenticator(ORIGIN)
    const again = await signInAgain(harness, person)
    await addTo(again, later)
    await owner.client.submit(`/dashboard/people/${person.id}/remove`, {}, '/dashboard')
    expect((await signInWithPasskey(harness, later)).answer.status).toBe(401)
  })

  it('is deleted by its person, and offered on https and localhost alone', async () => {
    const { harness } = shared
    const { client, device } = await withPasskey(harness)
    const [, path = ''] =
      /action="(\/dashboard\/me\/passkeys\/[\w-]+\/delete\?env=test)"/.exec(
        (await client.get('/dashboard/me')).text,
      ) ?? []
    expect((await client.submit(path, {}, '/dashboard')).status).toBe(303)
    expect((await signInWithPasskey(harness, device)).answer.status).toBe(401)
    const local = await Harness.start({}, { engine })
    expect((await new ConsoleClient(local).get('/dashboard')).text).not.toContain('data-challenge')
    const hosts = ['https://127.0.0.1', 'https://[::1]:8443', 'http://pay.example', 'http://localhost:8080']
    expect(hosts.map((url) => relyingPartyOf(url)?.id)).toEqual([...Array(3), 'localhost'])
  })
})
