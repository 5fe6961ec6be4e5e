import { describe, expect, it } from 'vitest'
import { freePort } from '../../../../test-support/net/free-port.js'
import { type Mail, openSmtp, type SmtpOptions } from '../../src/messages/smtp.js'
import { MAIL_FROM, MailServer } from '../support/messages/mail-server.js'
import { decodedWords } from '../support/messages/received-mail.js'

const MAIL: Mail = {
  id: '019b0e5c-7e5a',
  to: 'lena@shop.example',
  fromName: 'Nordlicht Büecher',
  subject: 'Überzahlt: 20 USDT',
  text: 'Grüße, ünd ein sehr langer Satz, der über die Länge einer Zeile einer Mail hinausgeht: 1 = 1.',
  html: '<p>Grüße</p>',
  stopUrl: 'https://pay.example/dashboard/stop/abc',
}
const still = new AbortController().signal

const smtpTo = (port: number, options: Partial<SmtpOptions> = {}) =>
  openSmtp({
    ...{ host: '127.0.0.1', port, isSecure: false, login: undefined, from: MAIL_FROM, timeoutMs: 5_000 },
    ...options,
  })

describe('a mail server of the operator', () => {
  it('gets plain text and HTML under a stable id, with a one-click stop', async () => {
    const server = await MailServer.start()
    expect(await smtpTo(server.port).send(MAIL, still)).toEqual({ delivered: true })
    const [mail] = server.mails
    const { to, subject, text, html } = MAIL
    expect(mail).toMatchObject({ to: [to], subject, text, html })
    expect(mail?.headers.get('message-id')).toBe('<019b0e5c-7e5a@provider.example>')
    expect(decodedWords(mail?.headers.get('from') ?? '')).toBe('Nordlicht Büecher <pay@provider.example>')
    expect(mail?.headers.get('list-unsubscribe')).toBe('<https://pay.example/dashboard/stop/abc>')
    expect(mail?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated')
  })

  it('gets no further header and no further recipient from a name or a subject', async () => {
    const server = await MailServer.start()
    const evil = 'x\r\nBcc: thief@evil.example\r\n\r\nbody\u0000\u0085'
    const names = [
      evil,
      '"<thief@evil.example>, "',
      'a'.repeat(900),
      'Ω'.repeat(300),
      '=?utf-8?q?=0d=0aBcc:_x?=',
    ]
    for (const name of names)
      await smtpTo(server.port).send({ ...MAIL, fromName: name, subject: name }, still)
    expect(server.mails).toHaveLength(names.length)
    const [first] = server.mails
    for (const { headers, to, source } of server.mails) {
      expect([...headers.keys()].sort()).toEqual([...(first?.headers.keys() ?? [])].sort())
      expect([to, headers.get('to')]).toEqual([[MAIL.to], MAIL.to])
      expect(headers.get('from')).toMatch(/<pay@provider\.example>$/)
      expect(source.split('\r\n\r\n')[0]).not.toMatch(/^bcc:/im)
    }
  })

  it('logs in, and its refusals say whether a later attempt can succeed', async () => {
    const server = await MailServer.start({
      authOptional: false,
      onAuth: ({ username, password }, _session, done) =>
        username === 'pay' && password === 'p@ss' ? done(null, { user: 'pay' }) : done(new Error('no')),
      onRcptTo: ({ address }, _session, done) =>
        address.startsWith('gone') ? done(Object.assign(new Error('no'), { responseCode: 550 })) : done(),
    })
    const login = { user: 'pay', pass: 'p@ss' }
    const smtp = smtpTo(server.port, { login })
    expect(await smtp.send(MAIL, still)).toEqual({ delivered: true })
    const gone = { ...MAIL, to: 'gone@shop.example' }
    expect(await smtp.send(gone, still)).toEqual({ delivered: false, error: 'SMTP 550', isFinal: true })
    server.answer = 450
    expect(await smtp.send(MAIL, still)).toEqual({ delivered: false, error: 'SMTP 450', isFinal: false })
    server.answer = 554
    expect(await smtp.send(MAIL, still)).toMatchObject({ isFinal: true })
    const wrong = smtpTo(server.port, { login: { ...login, pass: 'wrong' } })
    expect(await wrong.send(MAIL, still)).toEqual({ delivered: false, error: 'SMTP 535', isFinal: false })
    expect(await wrong.findFault(still)).toBe('it refuses the login')
    expect(await smtp.findFault(still)).toBeUndefined()
  })

  it('that loses its answer, is silent or does not listen is tried again', async () => {
    const server = await MailServer.start()
    server.losesAnswers = true
    expect(await smtpTo(server.port).send(MAIL, still)).toMatchObject({ delivered: false })
    expect(server.mails).toHaveLength(1)
    const silent = await MailServer.start({ onConnect: () => undefined })
    expect(await smtpTo(silent.port, { timeoutMs: 200 }).send(MAIL, still)).toEqual({
      delivered: false,
      error: 'timeout',
    })
    const closed = smtpTo(await freePort())
    expect(await closed.send(MAIL, still)).toEqual({ delivered: false, error: 'ESOCKET' })
    expect(await closed.findFault(still)).toBe('no connection: ESOCKET')
  })
})
