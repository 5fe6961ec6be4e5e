import type { Transporter } from 'nodemailer'
import { isLoopback } from '../domain/shared/ip.js'
import type { AttemptOutcome } from '../domain/webhooks/webhook.js'
import { Deadline } from '../runtime/deadline.js'

/** A mail, ready to be sent. */
export interface Mail {
  /** The same in each attempt, so that a mail program recognizes a repeated mail. */
  readonly id: string
  readonly to: string
  /** Shown as the name of the sender. */
  readonly fromName: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** An address that stops such mails, when a mail program posts to it. */
  readonly stopUrl?: string | undefined
}

/** Sends mail. */
export interface MailServer {
  /** Makes one attempt. Never rejects. */
  send(mail: Mail, signal: AbortSignal): Promise<AttemptOutcome>
  /** Connects and logs in. @returns what is wrong; undefined where nothing is */
  findFault(signal: AbortSignal): Promise<string | undefined>
}

export interface SmtpOptions {
  readonly host: string
  readonly port: number
  readonly isSecure: boolean
  readonly login: { readonly user: string; readonly pass: string } | undefined
  /** Sender address. */
  readonly from: string
  /** Deadline of one attempt. */
  readonly timeoutMs: number
}

/** The commands whose refusal is about this mail, and not about the sender. */
const ABOUT_MAIL: ReadonlySet<unknown> = new Set(['RCPT TO', 'DATA'])
const CONTROLS = /\p{Cc}+/gu

/** Connections that are open at once. */
const MOST_CONNECTIONS = 4
/** A connection without mail is closed after this time, so that it keeps no process from its end. */
const IDLE_MS = 1_000

/** Opens the mail server of the operator, over a few connections, with TLS wherever a password leaves the machine. */
export function openSmtp(options: SmtpOptions): MailServer {
  let opened: Promise<Transporter> | undefined
  let inFlight = 0
  let timer: NodeJS.Timeout | undefined

  async function use(work: (transport: Transporter) => Promise<unknown>): Promise<void> {
    opened ??= transportOf(options)
    inFlight += 1
    try {
      await work(await opened)
    } finally {
      inFlight -= 1
      clearTimeout(timer)
      timer = setTimeout(closeIdle, IDLE_MS).unref()
    }
  }
  function closeIdle(): void {
    if (inFlight > 0) return
    void opened?.then((transport) => transport.close())
    opened = undefined
  }
  return {
    async send(mail, signal) {
      try {
        const envelope = messageOf(mail, options.from)
        await within(signal, options, () => use((transport) => transport.sendMail(envelope)))
        return { delivered: true }
      } catch (error) {
        return failureOf(error)
      }
    },
    async findFault(signal) {
      try {
        await within(signal, options, () => use((transport) => transport.verify()))
        return undefined
      } catch (error) {
        return faultOf(error)
      }
    },
  }
}

/** Loaded by the first mail, since most servers send none. */
async function transportOf({ host, port, isSecure, login, timeoutMs }: SmtpOptions): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    pool: true,
    maxConnections: MOST_CONNECTIONS,
    // A mail whose connection was lost is sent again on the schedule of the queue.
    maxRequeues: 0,
    host,
    port,
    secure: isSecure,
    requireTLS: login !== undefined && !isLoopback(host),
    ...(login && { auth: login }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** A name or subject cannot begin another header: it has no control characters, and the library encodes the rest. */
const messageOf = ({ id, to, fromName, subject, text, html, stopUrl }: Mail, from: string) => ({
  messageId: `<${id}@${from.split('@')[1]}>`,
  from: { name: oneLine(fromName), address: from },
  to: { name: '', address: to },
  subject: oneLine(subject),
  text,
  html,
  headers: {
    'Auto-Submitted': 'auto-generated',
    ...(stopUrl !== undefined && {
      'List-Unsubscribe': { prepared: true, value: `<${stopUrl}>` },
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  },
})

const oneLine = (text: string): string => text.replace(CONTROLS, ' ')

/** @throws TimedOut at the deadline; what `work` throws */
async function within(
  signal: AbortSignal,
  { timeoutMs }: SmtpOptions,
  work: () => Promise<unknown>,
): Promise<void> {
  const deadline = new Deadline(signal, timeoutMs)
  try {
    await Promise.race([work(), new Promise((_, reject) => deadline.whenOver(() => reject(new TimedOut())))])
  } finally {
    deadline.end()
  }
}

class TimedOut extends Error {
  readonly code = 'ETIMEDOUT'
}

interface SmtpFailure {
  readonly code?: unknown
  readonly responseCode?: unknown
  readonly command?: unknown
}

const detailsOf = (error: unknown): SmtpFailure => (typeof error === 'object' && error !== null ? error : {})

function failureOf(error: unknown): AttemptOutcome {
  const { code, responseCode, command } = detailsOf(error)
  if (code === 'ETIMEDOUT') return { delivered: false, error: 'timeout' }
  if (typeof responseCode !== 'number') return { delivered: false, error: `${code ?? 'unreachable'}` }
  const isFinal = responseCode >= 500 && ABOUT_MAIL.has(command)
  return { delivered: false, error: `SMTP ${responseCode}`, isFinal }
}

/** Describes a failed check without address and login. */
function faultOf(error: unknown): string {
  const { code, responseCode } = detailsOf(error)
  if (code === 'EAUTH') return 'it refuses the login'
  if (code === 'ETLS') return 'it offers no TLS, which the login needs'
  if (typeof responseCode === 'number') return `it answers ${responseCode}`
  return code === 'ETIMEDOUT' ? 'no answer in time' : `no connection: ${code ?? 'unknown'}`
}
