import type { Config } from '../config/settings.js'
import { type MailServer, openSmtp } from '../messages/smtp.js'

/** Deadline of one attempt to send a mail. */
const MAIL_TIMEOUT_MS = 10_000

/** Opens the mail server of the settings; undefined where none is set. */
export function openMailServer({ smtpServer, mailFrom }: Config): MailServer | undefined {
  if (smtpServer === undefined || mailFrom === undefined) return undefined
  return openSmtp({ ...smtpServer, from: mailFrom, timeoutMs: MAIL_TIMEOUT_MS })
}
