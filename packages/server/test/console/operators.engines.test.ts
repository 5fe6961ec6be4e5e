import { Script } from 'node:vm'
import { describe, expect, it } from 'vitest'
import type { OperatorRole } from '../../src/domain/people/operator-roles.js'
import { changeRole, letIn, removePerson } from '../../src/domain/people/people.js'
import { OPERATORS } from '../../src/domain/people/person.js'
import { ConsoleClient, WITH_CONSOLE } from '../support/console/console-client.js'
import { withdrawalOf } from '../support/console/console-world.js'
import { sendMails } from '../support/messages/mail-links.js'
import { MailServer } from '../support/messages/mail-server.js'
import { Authenticator } from '../support/people/authenticator.js'
import { openLink, signInPerson } from '../support/people/people-clients.js'
import { Harness, useHarness } from '../support/server/harness.js'
import { auditRows } from '../support/server/operator.js'
import { changeSecretsBeside } from '../support/server/operator-change.js'
import { ENGINES } from '../support/storage/engines.js'
import { fund, withdraw } from '../support/withdrawals/withdrawals.js'

const ORIGIN = 'https://pay.example'
const SETTINGS = { ...WITH_CONSOLE, MERCHANTPAY_PUBLIC_URL: ORIGIN }
const HOUR_MS = 3_600_000
const BY_COMMAND = { actor: 'deploy', reason: null, issuedBy: 'deploy' } as const

/** Lets an operator in, as the command does. */
async function invite(harness: Harness, mail: string, role: OperatorRole) {
  const wanted = { merchantId: OPERATORS, mail, name: mail, role }
  const { person, token } = await changeSecretsBeside(harness, (tx, context) =>
    letIn(tx, context, wanted, BY_COMMAND, false),
  )
  return { person, client: await openLink(harness, `/console/sign-in/${token}`) }
}

const setRole = (harness: Harness, id: string, role: OperatorRole) =>
  changeSecretsBeside(harness, (tx, context) =>
    changeRole(tx, context, { merchantId: OPERATORS, id, role }, BY_COMMAND),
  )

async function addPasskey(client: ConsoleClient): Promise<Authenticator> {
  const device = new Authenticator(ORIGIN)
  const { text } = await client.get('/console/operators')
  const added = await client.submit('/console/operators/passkeys', device.create(text))
  expect(added.headers.location).toBe('/console/operators?done=passkey')
  return device
}

describe.each(ENGINES)('an operator of the console, on %s', { timeout: 60_000 }, (engine) => {
  const shared = useHarness(SETTINGS, engine)

  it('signs in with the link of an invitation by mail, once', async () => {
    const mails = await MailServer.start()
    const harness = await Harness.start({ ...SETTINGS, ...mails.env }, { engine })
    const wanted = { merchantId: OPERATORS, mail: 'omar@pay.example', name: 'Omar', role: 'finance' } as const
    const invited = await changeSecretsBeside(harness, (tx, context) =>
      letIn(tx, context, wanted, BY_COMMAND, true),
    )
    expect(invited.token).toBeUndefined()
    // The command has the time of the machine.
    harness.clock.advance(Date.now() - harness.clock.now())
    await sendMails(harness)
    const [mail] = mails.to(wanted.mail)
    expect([mail?.subject, mails.mails.length]).toEqual(['You are invited to the console', 1])
    const [, path = ''] = /https:\/\/pay\.example(\/console\/sign-in\/[\w-]{43})/.exec(mail?.text ?? '') ?? []
    const client = await openLink(harness, path)
    expect((await client.get('/console/operators')).text).toContain('Omar</b> (you)')
    await expect(openLink(harness, path)).rejects.toThrow('the link answered')
  })

  it('signs in with a link, then with a passkey, and acts under the own address', async () => {
    const { harness } = shared
    const { person, client } = await invite(harness, 'mira@pay.example', 'finance')
    const page = (await client.get('/console/operators')).text
    expect(page).toContain('mira@pay.example</b> (you)')
    const [, script = ''] = /<script>(.*)<\/script>/s.exec(page) ?? []
    expect(() => new Script(script)).not.toThrow()
    expect(script).toContain('navigator.credentials')
    const device = await addPasskey(client)
    const browser = new ConsoleClient(harness)
    const answer = await browser.post('/console/passkey', device.get((await browser.get('/console')).text))
    expect([answer.status, answer.headers.location]).toEqual([303, '/console'])
    const keys = await harness.register()
    await fund(harness, keys, '2000')
    const { json } = await withdraw(harness, keys, { amount: '1500' })
    const fields = { version: '1', amount: '1500', reason: 'called the shop' }
    expect((await browser.submit(`/console/withdrawals/${json.id}/approve`, fields)).status).toBe(303)
    expect(await withdrawalOf(harness, `${json.id}`)).toMatchObject({ approvedAt: expect.any(Number) })
    expect(await auditRows(harness, `${json.id}`)).toMatchObject([{ actor: 'mira@pay.example (finance)' }])
    expect((await auditRows(harness, person.id)).map(({ action }) => action)).toContain('console sign-in')
  })

  it('has the role of now, also in the transaction that acts, and is signed out when removed', async () => {
    const { harness } = shared
    const { person, client } = await invite(harness, 'omar@pay.example', 'admin')
    const { merchantId } = await harness.register()
    const path = `/console/merchants/${merchantId}/suspend`
    expect((await client.get(path)).status).toBe(200)
    await setRole(harness, person.id, 'viewer')
    expect((await client.get(path)).status).toBe(403)
    expect((await client.submit(path, { reason: 'late' })).status).toBe(403)
    await changeSecretsBeside(harness, (tx, context) =>
      removePerson(tx, context, { merchantId: OPERATORS, id: person.id }, BY_COMMAND),
    )
    expect((await client.get('/console')).status).toBe(401)
  })

  it('does not sign in to a dashboard, nor a person of a merchant to the console', async () => {
    const { harness } = shared
    const { client } = await invite(harness, 'ines@pay.example', 'admin')
    const device = await addPasskey(client)
    const { merchantId } = await harness.register()
    const owner = await signInPerson(harness, merchantId)
    const other = new Authenticator(ORIGIN)
    const form = (await owner.client.get('/dashboard/me')).text
    await owner.client.submit('/dashboard/me/passkeys?env=test', other.create(form), '/dashboard')
    for (const [area, wrong] of [
      ['/dashboard', device],
      ['/console', other],
    ] as const) {
      const browser = new ConsoleClient(harness)
      const answer = await browser.post(`${area}/passkey`, wrong.get((await browser.get(area)).text))
      expect([area, answer.status, browser.cookie]).toEqual([area, 401, undefined])
    }
    expect((await owner.client.get('/console')).status).toBe(401)
  })

  it('signs in again for what moves money', async () => {
    const harness = await Harness.start(SETTINGS, { engine })
    const { client } = await invite(harness, 'lena@pay.example', 'admin')
    const other = await invite(harness, 'otto@pay.example', 'admin')
    const device = await addPasskey(client)
    const path = `/console/merchants/${(await harness.register()).merchantId}/create-key`
    harness.clock.advanceReal(HOUR_MS)
    // Without a passkey it takes another link.
    const without = (await other.client.get(path)).text
    expect(without).toContain('merchantpay-server console invite --mail otto@pay.example')
    expect(without).not.toContain('data-challenge')
    const barrier = await client.get(path)
    expect(barrier.status).toBe(403)
    const answer = await client.post('/console/passkey', { ...device.get(barrier.text), to: path.slice(8) })
    expect(answer.headers.location).toBe(path)
    expect((await client.get(path)).status).toBe(200)
  })

  it('is signed out by a reset of the passkeys, and moves no money for a day', async () => {
    const { harness } = shared
    const { client } = await invite(harness, 'eva@pay.example', 'admin')
    const path = `/console/merchants/${(await harness.register()).merchantId}/create-key`
    expect((await client.get(path)).status).toBe(200)
    await addPasskey(client)
    const again = await invite(harness, 'eva@pay.example', 'admin')
    expect((await client.get('/console')).status).toBe(401)
    expect((await again.client.get('/console')).status).toBe(200)
    expect((await again.client.get(path)).status).toBe(403)
  })
})
