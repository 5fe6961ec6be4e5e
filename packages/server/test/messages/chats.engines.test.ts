import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findShownMerchant } from '../../src/domain/merchants/shown-merchant.js'
import { invitePerson } from '../../src/domain/people/people.js'
import { HOUR_MS } from '../../src/domain/shared/policy.js'
import type { ConsoleClient } from '../support/console/console-client.js'
import { MailServer } from '../support/messages/mail-server.js'
import { BOT_NAME, TelegramServer } from '../support/messages/telegram-server.js'
import { openLink, signInPerson } from '../support/people/people-clients.js'
import { Harness, ORDER, type Registered } from '../support/server/harness.js'
import { changeBeside, changeSecretsBeside, MANDATE } from '../support/server/operator-change.js'
import { ENGINES, sideOf } from '../support/storage/engines.js'

describe.each(ENGINES)('notices in chats, on %s', { timeout: 90_000 }, (engine) => {
  let mails: MailServer
  let telegram: TelegramServer
  let chats = 70_000_000
  beforeAll(async () => {
    mails = await MailServer.open()
    telegram = await TelegramServer.open()
  })
  afterAll(async () => {
    await mails.stop()
    await telegram.stop()
  })

  async function begin(env: Record<string, string> = { ...mails.env, ...telegram.env }) {
    const harness = await Harness.start(env, { engine })
    const keys = await harness.register()
    const { client, person } = await signInPerson(harness, keys.merchantId)
    chats += 1
    const chat = chats
    const textsOf = () => telegram.to(chat)
    return { harness, keys, client, person, chat, textsOf }
  }

  /** Makes a code on the own page. */
  async function codeOf(client: ConsoleClient): Promise<string> {
    const { text } = await client.submit('/dashboard/me/chat?env=test', {}, '/dashboard/me/notices?env=test')
    const [, code = ''] = /\/start ([\w-]+)</.exec(text) ?? []
    expect(code).toMatch(/^([2-9A-HJ-NP-Z]{4}-?){3}$/)
    return code
  }

  async function link(client: ConsoleClient, chat: number): Promise<void> {
    telegram.write(chat, `/start ${await codeOf(client)}`)
    await client.harness.work()
  }

  async function choose(
    client: ConsoleClient,
    mail: readonly string[],
    telegramKinds: readonly string[] = [],
  ) {
    const [, token = ''] =
      /name="token" value="([^"]+)"/.exec((await client.get('/dashboard/me/notices')).text) ?? []
    const form = new URLSearchParams([
      ['token', token],
      ['language', 'es'],
      ['notice', 'test'],
      ...mail.map((each): [string, string] => ['notice', each]),
      ...telegramKinds.map((each): [string, string] => ['telegram', each]),
    ])
    const answer = await client.harness.call('POST', '/dashboard/me/notices', {
      isSigned: false,
      bytes: `${form}`,
      headers: { cookie: `${client.cookie}`, 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(answer.status).toBe(303)
  }

  async function pay(harness: Harness, keys: Registered): Promise<string> {
    const { json } = await harness.call('POST', '/v1/orders', { keys, body: ORDER })
    const body = { action: 'pay' }
    await harness.call('POST', `/v1/test_helpers/orders/${json.id}/simulate`, { keys, body })
    await harness.pass(20_000, 5_000)
    return json.id
  }

  it('are linked by a code, and told by each channel that was chosen, in the language that was chosen', async () => {
    const { harness, keys, client, person, chat, textsOf } = await begin()
    await choose(client, ['paid'])
    expect((await client.get('/dashboard/me/notices')).text).not.toContain('name="telegram"')
    await link(client, chat)
    expect(textsOf()).toEqual([expect.stringMatching(/^Este chat está vinculado\n\n.*\/stop/)])
    const page = (await client.get('/dashboard/me/notices')).text
    expect(page).toContain(`@lena_${chat}`)
    expect(page).toMatch(/name="telegram" value="paid" checked/)
    const id = await pay(harness, keys)
    const shop = await changeBeside(harness, (tx) => findShownMerchant(tx, keys.merchantId))
    expect(textsOf().at(-1)).toMatch(/^Pagado: [\d.]+ USDT, [\s\S]*Han llegado[\s\S]*Entorno de prueba/)
    expect(textsOf().at(-1)).toContain(`/dashboard/orders/${id}?env=test`)
    expect(textsOf().at(-1)?.endsWith(shop.name)).toBe(true)
    const { entities, link_preview_options: preview } = telegram.sent.at(-1) ?? {}
    const length = textsOf().at(-1)?.indexOf('\n')
    expect([entities, preview]).toEqual([[{ type: 'bold', offset: 0, length }], { is_disabled: true }])
    expect(mails.to(person.mail)).toHaveLength(1)
    await choose(client, [], ['paid'])
    await pay(harness, keys)
    expect([textsOf().length, mails.to(person.mail).length]).toEqual([3, 1])
    await choose(client, ['paid'])
    await pay(harness, keys)
    expect([textsOf().length, mails.to(person.mail).length]).toEqual([3, 2])
  })

  it('are linked without a mail server, and stop with /stop and from the page', async () => {
    const { harness, keys, client, chat, textsOf } = await begin(telegram.env)
    await link(client, chat)
    await choose(client, [], ['paid'])
    await pay(harness, keys)
    telegram.write(chat, '/stop')
    await harness.work()
    expect(textsOf().map((text) => text.split(':')[0])).toEqual([
      expect.stringContaining('This chat is linked'),
      'Pagado',
      expect.stringMatching(/^No habrá más avisos/),
    ])
    await pay(harness, keys)
    telegram.write(chat, '/stop')
    await harness.work()
    expect(textsOf()).toHaveLength(3)
    await link(client, chat)
    expect((await client.submit('/dashboard/me/chat/end', {}, '/dashboard/me/notices')).status).toBe(303)
    await pay(harness, keys)
    expect(textsOf()).toHaveLength(4)
    const side = await sideOf(harness.database)
    const count = (action: string) =>
      side.value(`SELECT COUNT(*) FROM audit_entries WHERE action = '${action}'`)
    expect([`${await count('people chat-link')}`, `${await count('people chat-end')}`]).toEqual(['2', '2'])
    expect(`${await side.value('SELECT COUNT(*) FROM messages')}`).toBe('0')
  })

  it('come by each channel on demand, five times in 15 minutes for all people of a reader', async () => {
    const { harness, keys, client, person, chat, textsOf } = await begin()
    const test = async (by: ConsoleClient, channel: string) =>
      (await by.submit(`/dashboard/me/notices/test/${channel}`, {}, '/dashboard/me/notices')).status
    expect([await test(client, 'telegram'), await test(client, 'pigeon')]).toEqual([404, 404])
    await link(client, chat)
    await choose(client, [], [])
    const shop = await changeBeside(harness, (tx) => findShownMerchant(tx, keys.merchantId))
    expect([await test(client, 'mail'), await test(client, 'telegram')]).toEqual([303, 303])
    await harness.work()
    const [mail] = mails.to(person.mail)
    expect([mail?.subject, mail?.headers.has('list-unsubscribe')]).toEqual(['Mensaje de prueba', false])
    expect(mail?.text).toContain(shop.name)
    expect(mail?.text).toContain('/dashboard/me/notices')
    expect(textsOf().at(-1)).toMatch(/^Mensaje de prueba\n\nEsto es una prueba/)
    const other = await harness.register()
    const again = await changeSecretsBeside(harness, (tx, context) =>
      invitePerson(
        tx,
        context,
        { merchantId: other.merchantId, name: 'Ada', mail: person.mail, role: 'viewer' },
        { ...MANDATE, issuedBy: null },
      ),
    )
    const twin = await openLink(harness, `/dashboard/sign-in/${again.token}`)
    const answers: number[] = []
    for (const by of [twin, client, twin, client, twin]) answers.push(await test(by, 'mail'))
    expect(answers).toEqual([303, 303, 303, 303, 429])
    await harness.work()
    expect(mails.to(person.mail)).toHaveLength(5)
    expect(await test(client, 'telegram')).toBe(303)
    // The page itself says so, and keeps its forms.
    const path = '/dashboard/me/notices'
    const { text } = await client.submit(`${path}/test/mail`, {}, path)
    expect([
      text.includes('Too many attempts. Try again later.'),
      text.includes(`${path}/test/telegram`),
    ]).toEqual([true, true])
  })

  it('are linked by a code once, within its time, in a private chat, and the bot answers no stranger', async () => {
    const { harness, client, chat, textsOf } = await begin()
    const linked = async () => (await client.get('/dashboard/me/notices')).text.includes('Linked since')
    const first = await codeOf(client)
    const second = await codeOf(client)
    telegram.write(chat, `/start ${first}`)
    telegram.write(chat, `/start ${second}`, { chat: { id: -chat, type: 'group' } })
    telegram.write(chat, `/start ${'A'.repeat(4_000)}`)
    telegram.write(chat, '/start')
    telegram.write(chat, '/stop')
    telegram.update({ edited_message: { text: `/start ${second}` } })
    telegram.update({ message: { chat: { id: 'x', type: 'private' }, text: `/start ${second}` } })
    telegram.update({ message: null })
    await harness.work()
    await harness.work()
    expect([await linked(), textsOf(), telegram.waiting]).toEqual([false, [], 0])
    telegram.write(chat, `/start ${second.toLowerCase().replaceAll('-', '')}`, { from: { username: '<b>' } })
    await harness.work()
    expect([await linked(), textsOf().length]).toEqual([true, 1])
    const stranger = chat + 500_000
    telegram.write(stranger, `/start ${second}`)
    await harness.work()
    expect([telegram.to(stranger), textsOf().length]).toEqual([[], 1])
    const late = await codeOf(client)
    harness.clock.advanceReal(10 * 60_000)
    telegram.write(stranger, `/start ${late}`)
    await harness.work()
    expect(telegram.to(stranger)).toEqual([])
    const side = await sideOf(harness.database)
    expect(JSON.stringify(await side.value('SELECT chat_code FROM people'))).not.toContain(late)
  })

  it('need a fresh sign-in for a code, and name the bot beside it', async () => {
    const { harness, client } = await begin()
    await harness.work()
    const { text } = await client.submit('/dashboard/me/chat', {}, '/dashboard/me/notices')
    expect(text).toContain(`https://t.me/${BOT_NAME}?start=`)
    expect(text).toContain(`@${BOT_NAME}`)
    harness.clock.advanceReal(HOUR_MS)
    const refused = await client.submit('/dashboard/me/chat', {}, '/dashboard/me/notices')
    expect([refused.status, refused.text.includes('/start ')]).toEqual([403, false])
  })

  it('read texts again that were not confirmed, without doing anything twice, also when Telegram counts anew', async () => {
    const { harness, client, chat, textsOf } = await begin()
    const code = await codeOf(client)
    telegram.write(chat, `/start ${code}`)
    telegram.write(chat, '/stop')
    const [reader] = harness.server.workers.filter(({ name }) => name === 'chat-reader')
    expect(await reader?.tick(new AbortController().signal)).toBe(2)
    await harness.work()
    // As another server would see them, which knows no position.
    telegram.repeat()
    telegram.countAnew()
    telegram.write(chat, `/start ${await codeOf(client)}`)
    await harness.work()
    telegram.repeat()
    await harness.work()
    await harness.work()
    expect(telegram.waiting).toBe(0)
    const [one, other, ...rest] = textsOf().map((text) => text.split('\n')[0])
    // Two answers of one turn are sent side by side.
    expect([one, other].sort()).toEqual(['No more notices', 'This chat is linked'])
    expect(rest).toEqual(['This chat is linked'])
    expect((await client.get('/dashboard/me/notices')).text).toContain('Linked since')
  })

  it('wait as long as Telegram says, without using up an attempt', async () => {
    const { harness, keys, client, chat, textsOf } = await begin()
    await link(client, chat)
    await choose(client, [], ['paid'])
    telegram.refusals.set(chat, [429, { retry_after: 600 }])
    await pay(harness, keys)
    await pay(harness, keys)
    const asked = () => telegram.calls.filter((method) => method === 'sendMessage').length
    const before = asked()
    harness.clock.advanceReal(300_000)
    await harness.work()
    expect([asked() - before, textsOf().length]).toEqual([0, 1])
    for (let time = 0; time < 8; time += 1) {
      harness.clock.advanceReal(600_000)
      await harness.work()
    }
    expect(asked() - before).toBeGreaterThanOrEqual(8)
    telegram.refusals.delete(chat)
    harness.clock.advanceReal(600_000)
    await harness.work()
    expect(textsOf()).toHaveLength(3)
  })

  it('end the link with a chat that has blocked the bot, and drop what Telegram refuses for good', async () => {
    const { harness, keys, client, chat, textsOf } = await begin()
    await link(client, chat)
    await choose(client, [], ['paid'])
    telegram.refusals.set(chat, [400])
    await pay(harness, keys)
    telegram.refusals.set(chat, [403])
    expect((await client.get('/dashboard/me/notices')).text).toContain('Linked since')
    await pay(harness, keys)
    expect((await client.get('/dashboard/me/notices')).text).not.toContain('Linked since')
    telegram.refusals.delete(chat)
    await harness.pass(HOUR_MS, HOUR_MS)
    expect(textsOf()).toHaveLength(1)
    await link(client, chat)
    await pay(harness, keys)
    expect(textsOf()).toHaveLength(3)
  })
})
