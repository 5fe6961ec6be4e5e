import { describe, expect, it } from 'vitest'
import { MailServer } from '../support/messages/mail-server.js'
import { Harness } from '../support/server/harness.js'
import { changeBeside } from '../support/server/operator-change.js'
import { ENGINES, sideOf } from '../support/storage/engines.js'

const ID = { environment: 'test', network: 'TRC20' } as const
const HALTED = { kind: 'halted', reason: 'planted <b>', sinceAt: 1 } as const
const MAILS = ['ada@provider.example', 'mira@provider.example']

describe.each(ENGINES)('alerts by mail, on %s', { timeout: 60_000 }, (engine) => {
  it('tell each address what waits and what no longer does, and leave no message behind', async () => {
    const mails = await MailServer.start()
    const env = { ...mails.env, MERCHANTPAY_ALERT_MAIL: MAILS.join(',') }
    const harness = await Harness.start(env, { engine })
    await changeBeside(harness, (tx) => tx.chainConditions.set(ID, HALTED))
    await harness.pass(15_000, 15_000)
    expect(mails.mails.flatMap(({ to }) => to).sort()).toEqual(MAILS)
    const [mail] = mails.mails
    expect(mail?.subject).toBe('Attention: halted test/TRC20')
    expect(mail?.text).toContain('planted <b>\n\nWhat: halted\nSubject: test/TRC20\nSince: 1970-01-01T')
    expect(mail?.text).toContain('merchantpay-server chains resume --environment test --network TRC20')
    expect(mail?.html).toContain('planted &lt;b&gt;')
    await changeBeside(harness, (tx) => tx.chainConditions.clear(ID, 'halted'))
    await harness.pass(15_000, 15_000)
    expect(mails.mails.map(({ subject }) => subject)).toContain('No longer waiting: halted test/TRC20')
    expect(mails.mails).toHaveLength(4)
    const ids = mails.mails.map(({ headers }) => headers.get('message-id'))
    expect(new Set(ids).size).toBe(4)
    const side = await sideOf(harness.database)
    expect(`${await side.value('SELECT COUNT(*) FROM messages')}`).toBe('0')
  })

  it('are sent again under the same id where the mail server lost its answer, and are stored without words', async () => {
    const mails = await MailServer.start()
    const env = { ...mails.env, MERCHANTPAY_ALERT_MAIL: MAILS[0] ?? '' }
    const harness = await Harness.start(env, { engine })
    await changeBeside(harness, (tx) => tx.chainConditions.set(ID, HALTED))
    mails.losesAnswers = true
    await harness.pass(15_000, 15_000)
    expect(mails.mails).toHaveLength(1)
    const side = await sideOf(harness.database)
    const stored = `${await side.value('SELECT sealed_content FROM messages')}`
    expect(stored).not.toMatch(/ada|planted/)
    mails.losesAnswers = false
    await harness.pass(60_000, 60_000)
    expect(mails.mails.map(({ headers }) => headers.get('message-id'))).toEqual(
      Array.from({ length: 2 }, () => mails.mails[0]?.headers.get('message-id')),
    )
  })

  it('are not sent where the database was changed beside the server', async () => {
    const mails = await MailServer.start()
    const harness = await Harness.start({ ...mails.env, MERCHANTPAY_ALERT_MAIL: MAILS[0] ?? '' }, { engine })
    const side = await sideOf(harness.database)
    await side.script(
      `INSERT INTO messages (id, channel, person_id, sealed_content, attempts, next_attempt_at, claimed_until, created_at)
       VALUES ('planted', 'mail', NULL, '{"kind":"alert"}', 0, 0, 0, 0)`,
    )
    await harness.work()
    expect(mails.mails).toEqual([])
    expect(`${await side.value('SELECT COUNT(*) FROM messages')}`).toBe('0')
  })
})
