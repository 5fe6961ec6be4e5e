import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { letIn } from '../../src/domain/people/people.js'
import { beginRecovery } from '../../src/domain/recovery/recoveries.js'
import { ConsoleClient } from '../support/console/console-client.js'
import { makeOwner } from '../support/dashboard/own-paths.js'
import { mailedLink, pathIn, sendMails } from '../support/messages/mail-links.js'
import { MailServer } from '../support/messages/mail-server.js'
import { Authenticator } from '../support/people/authenticator.js'
import { openLink, type SignedInPerson, signInPerson } from '../support/people/people-clients.js'
import { Harness } from '../support/server/harness.js'
import { changeBeside, changeSecretsBeside } from '../support/server/operator-change.js'
import { ENGINES, sideOf } from '../support/storage/engines.js'
import { makeScratchFolder } from '../support/storage/scratch-folder.js'

const ORIGIN = 'https://pay.example'
const MINUTE_MS = 60_000
const ASK = '/dashboard/sign-in/mail'

/** The page to go on with, in the forms of a page. */
const toIn = (page: string): string => {
  const [, to = 'none'] = /name="to" value="([^"]*)"/.exec(page) ?? []
  return to.replaceAll('&amp;', '&')
}

describe.each(ENGINES)('a sign-in by mail, on %s', { timeout: 60_000 }, (engine) => {
  let mails: MailServer
  let harness: Harness
  beforeAll(async () => {
    mails = await MailServer.open()
    harness = await Harness.open(
      makeScratchFolder(),
      { ...mails.env, MERCHANTPAY_PUBLIC_URL: ORIGIN },
      { engine },
    )
  }, 90_000)
  afterAll(async () => {
    await harness.close()
    await mails.stop()
  })

  async function begin(
    on = harness,
  ): Promise<SignedInPerson & { browser: ConsoleClient; mail: string; merchantId: string }> {
    const { merchantId } = await on.register()
    const signedIn = await signInPerson(on, merchantId)
    return { ...signedIn, merchantId, mail: signedIn.person.mail, browser: new ConsoleClient(on) }
  }
  /** A server whose clock a test moves. */
  const startAnother = () => Harness.start({ ...mails.env, MERCHANTPAY_PUBLIC_URL: ORIGIN }, { engine })
  const count = async (text: string) => Number(await (await sideOf(harness.database)).value(text))

  it('works once, in the browser that asked, by a button', async () => {
    const { browser, mail, person } = await begin()
    expect((await browser.get('/dashboard')).text).toContain(`action="${ASK}"`)
    await browser.post(ASK, { mail: ` ${mail.toUpperCase()} ` })
    await sendMails(harness)
    const [sent] = mails.to(mail)
    const path = pathIn(sent)
    expect(sent?.subject).toBe('Sign in to the dashboard')
    expect(sent?.html).toContain(`${ORIGIN}${path}`)
    expect(sent?.headers.get('from')).toContain("Ada's Books")
    const other = new ConsoleClient(harness)
    expect((await other.get(path)).text).toContain('method="post"')
    expect((await other.post(path)).status).toBe(403)
    await other.post(ASK, { mail: 'other@shop.example' })
    expect((await other.post(path)).status).toBe(403)
    await browser.get(path)
    const entered = await browser.post(path)
    expect([entered.status, entered.headers.location]).toEqual([303, '/dashboard'])
    expect((await browser.get('/dashboard/me')).text).toContain(person.name)
    const { browser: secret } = browser
    const again = new ConsoleClient(harness)
    again.browser = secret
    expect((await again.post(path)).status).toBe(403)
  })

  it('says the same for every address, and sends nothing to one that it does not know', async () => {
    const { mail, browser } = await begin()
    const known = await browser.post(ASK, { mail })
    const unknown = await new ConsoleClient(harness).post(ASK, { mail: 'nobody-here@shop.example' })
    const none = await new ConsoleClient(harness).post(ASK, { mail: 'no address\r\nBcc: x@evil.example' })
    expect([known.status, unknown.text, none.text]).toEqual([200, known.text, known.text])
    await sendMails(harness)
    expect(mails.to('nobody-here@shop.example')).toEqual([])
    expect(mails.to(mail)).toHaveLength(1)
    expect(await count('SELECT COUNT(*) FROM messages')).toBe(0)
  })

  it('leads to the page that was asked for, and nowhere else', async () => {
    const { browser, mail } = await begin()
    const asked = '/orders/ord_9TB2F5C8KM1A?env=test'
    const { status, text } = await browser.get(`/dashboard${asked}`)
    expect([status, toIn(text)]).toEqual([401, asked])
    const path = await mailedLink(browser, mails, mail, asked)
    expect((await browser.post(path)).headers.location).toBe(`/dashboard${asked}`)
    browser.cookie = undefined
    const again = async (to: string) => (await browser.post(ASK, { mail: 'no address', to })).text
    expect(await again(asked)).toContain(`<a href="/dashboard${asked}">`)
    expect(await again('//evil.example')).toContain('<a href="/dashboard">')
    for (const [left, to] of [
      ['/orders/?q=two+books&after=*~a@b', '/orders?q=two+books&after=*%7Ea%40b'],
      ['/orders?q=https://evil.example', '/orders?q=https%3A%2F%2Fevil.example'],
      ...[`/orders?q=${'a'.repeat(1_000)}`, '//evil.example', '/%5Cevil.example', '/statement.csv'].map(
        (none) => [none, ''] as const,
      ),
    ] as const)
      expect([left, toIn((await browser.get(`/dashboard${left}`)).text)]).toEqual([left, to])
  })

  it('is over after 15 minutes, also where the mail server took long', async () => {
    const another = await startAnother()
    const { mail, browser } = await begin(another)
    const path = await mailedLink(browser, mails, mail)
    another.clock.advanceReal(15 * MINUTE_MS)
    expect((await browser.post(path)).status).toBe(403)
    await browser.post(ASK, { mail })
    another.clock.advanceReal(15 * MINUTE_MS)
    await sendMails(another)
    expect(mails.to(mail)).toHaveLength(1)
  })

  it('is out of reach for a person with a passkey, also with a link that was sent before', async () => {
    const another = await startAnother()
    const { mail, browser, client } = await begin(another)
    const path = await mailedLink(browser, mails, mail)
    const device = new Authenticator(ORIGIN)
    const { text } = await client.get('/dashboard/me')
    await client.submit('/dashboard/me/passkeys?env=test', device.create(text), '/dashboard')
    expect((await browser.post(path)).status).toBe(403)
    await browser.post(ASK, { mail })
    await sendMails(another)
    expect(mails.to(mail).at(-1)?.text).toContain('You have a passkey')
    another.clock.advanceReal(60 * MINUTE_MS)
    const barrier = await client.get('/dashboard/people/new?env=test')
    expect([barrier.status, barrier.text.includes(ASK)]).toEqual([403, false])
  })

  it('opens again what asks for a fresh sign-in, and leads back there', async () => {
    const another = await startAnother()
    const { client, mail } = await begin(another)
    another.clock.advanceReal(60 * MINUTE_MS)
    const barrier = await client.get('/dashboard/people/new?env=test')
    expect(barrier.text).toContain(`value="${mail}"`)
    const [, to = ''] = /name="to" value="([^"]*)"/.exec(barrier.text) ?? []
    const before = client.cookie
    const path = await mailedLink(client, mails, mail, to)
    expect((await client.post(path)).headers.location).toBe('/dashboard/people/new?env=test')
    expect((await client.get('/dashboard/people/new?env=test')).status).toBe(200)
    client.cookie = before
    expect((await client.get('/dashboard')).status).toBe(401)
    const away = await mailedLink(client, mails, mail, '//evil.example')
    expect((await client.post(away)).headers.location).toBe('/dashboard')
  })

  it('opens nothing while a restored database is recovering', async () => {
    const another = await startAnother()
    const { mail, browser } = await begin(another)
    const path = await mailedLink(browser, mails, mail)
    const about = { reason: 'a backup', backupAt: null, chains: [], skip: 0, actor: 'operator' }
    await changeBeside(another, (tx, context) => beginRecovery(tx, context, { ...about, cause: 'mark' }))
    expect((await browser.post(path)).status).toBe(403)
    await changeBeside(another, (tx, { clock }) => tx.recoveries.finish(clock.now()))
    expect((await browser.post(path)).status).toBe(303)
  })

  it('asks a person of several merchants for one of them', async () => {
    const { mail, browser, person } = await begin()
    const { merchantId } = await harness.register()
    const wanted = { merchantId, mail, name: 'Same', role: 'viewer' } as const
    const { person: second } = await changeSecretsBeside(harness, (tx, context) =>
      letIn(tx, context, wanted, { actor: 'mira', reason: null }, false),
    )
    const path = await mailedLink(browser, mails, mail)
    const asked = await browser.post(path)
    expect([asked.status, asked.text.match(/name="person"/g)?.length]).toEqual([200, 2])
    const stranger = await signInPerson(harness, merchantId)
    expect((await browser.post(path, { person: stranger.person.id })).status).toBe(403)
    expect((await browser.post(path, { person: second.id })).status).toBe(303)
    expect((await browser.get('/dashboard/me')).text).toContain(second.id)
    expect((await browser.post(path, { person: person.id })).status).toBe(403)
  })

  it('keeps the operator who let the person in, who approves nothing of theirs', async () => {
    const owner = await makeOwner(harness)
    const wanted = {
      merchantId: owner.merchantId,
      mail: 'ines@shop.example',
      name: 'Ines',
      role: 'owner',
    } as const
    await changeSecretsBeside(harness, (tx, context) =>
      letIn(tx, context, wanted, { actor: 'ines', reason: null }, false),
    )
    const browser = new ConsoleClient(harness)
    await browser.post(await mailedLink(browser, mails, wanted.mail))
    const fields = { amount: '20', destination: `${owner.ids.destinations}`, key: crypto.randomUUID() }
    const made = await browser.submit('/dashboard/withdraw?env=test', fields, '/dashboard')
    const [, id = ''] = /withdrawals\/([\w-]+)\?/.exec(`${made.headers.location}`) ?? []
    const stored = await changeBeside(harness, (tx) => tx.withdrawals.find(id))
    expect(stored?.madeBy).toMatchObject({ operator: 'ines' })
  })

  it('signs in no address that the database was given beside the server', async () => {
    const { browser, person } = await begin()
    await (await sideOf(harness.database)).script(
      `UPDATE people SET mail = 'thief@evil.example' WHERE id = '${person.id}'`,
    )
    await browser.post(ASK, { mail: 'thief@evil.example' })
    await sendMails(harness)
    expect(mails.to('thief@evil.example')).toEqual([])
  })

  it('comes at most five times in 15 minutes', async () => {
    const { mail, browser } = await begin()
    const statuses: number[] = []
    for (let at = 0; at < 6; at += 1) statuses.push((await browser.post(ASK, { mail })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  it('begins with an invitation, which works once within three days', async () => {
    const another = await startAnother()
    const { client } = await begin(another)
    const invite = async (mail: string) => {
      const fields = { name: mail, mail, role: 'viewer' }
      return client.submit('/dashboard/people/new?env=test', fields, '/dashboard')
    }
    const { headers } = await invite('nele@shop.example')
    expect(headers.location).toBe('/dashboard/people?done=invited&env=test')
    await invite('late@shop.example')
    await invite('gone@shop.example')
    const list = (await client.get('/dashboard/people')).text
    const [, id] = /people\/(per_\w+)\?[^>]*><bdi>gone/.exec(list) ?? []
    await client.submit(`/dashboard/people/${id}/remove`, {}, '/dashboard')
    await sendMails(another)
    const [mail] = mails.to('nele@shop.example')
    expect(mail?.subject).toBe("Ada's Books invites you to its dashboard")
    expect(mail?.text).toContain('within three days')
    expect(mails.to('gone@shop.example')).toEqual([])
    const nele = await openLink(another, pathIn(mail))
    expect((await nele.get('/dashboard')).status).toBe(200)
    await expect(openLink(another, pathIn(mail))).rejects.toThrow('403')
    another.clock.advanceReal(3 * 24 * 60 * MINUTE_MS)
    await expect(openLink(another, pathIn(mails.to('late@shop.example')[0]))).rejects.toThrow('403')
  })
})

it('is not offered without a mail server', async () => {
  const harness = await Harness.start()
  const client = new ConsoleClient(harness)
  expect((await client.get('/dashboard')).text).not.toContain(ASK)
  expect((await client.post(ASK, { mail: 'lena@shop.example' })).status).toBe(403)
})
