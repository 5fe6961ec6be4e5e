import { parseUrl } from '@merchantpay/core/url'
import { readMail } from '../domain/people/person.js'
import type { Setting } from './setting-values.js'

/** The mail server of the operator, as a sender of mail logs in to it. */
export interface SmtpServer {
  readonly host: string
  readonly port: number
  /** Whether TLS begins with the connection, instead of after a greeting. */
  readonly isSecure: boolean
  readonly login: { readonly user: string; readonly pass: string } | undefined
}

/** Whether the server sends mail. */
export const hasMailServer = ({ smtpServer }: { readonly smtpServer: SmtpServer | undefined }): boolean =>
  smtpServer !== undefined

const PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 }

/** Mail to people. */
export const MAIL_SETTINGS = {
  smtpServer: {
    name: 'MERCHANTPAY_SMTP_URL',
    meaning:
      'The mail server: `smtp://user:password@host:587`, which begins TLS after the greeting, or `smtps://` with TLS from the start. With it people sign in, are invited and are told of payments by mail.',
    isSecret: true,
    parse: smtpServer,
  } satisfies Setting<SmtpServer>,
  mailFrom: {
    name: 'MERCHANTPAY_MAIL_FROM',
    meaning: 'Sender address of mail, such as `pay@provider.example`.',
    parse: mailAddress,
  } satisfies Setting<string>,
} as const

/** Errors contain no URL, because it holds a password. */
function smtpServer(value: string): SmtpServer {
  const url = parseUrl(value)
  const port = url && PORTS[url.protocol]
  if (!url || port === undefined || url.hostname === '' || !/^\/?$/.test(url.pathname) || /[?#]/.test(value))
    throw new Error('expected smtp: or smtps: with a host, and no path or query')
  const { username, password } = url
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? port : parseInt(url.port, 10),
    isSecure: url.protocol === 'smtps:',
    login:
      username === ''
        ? undefined
        : { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
  }
}

export function mailAddress(value: string): string {
  const mail = readMail(value)
  if (mail === undefined) throw new Error('expected a mail address')
  return mail
}
