import type { AlertMessage } from '../domain/messages/message.js'
import { isoTime } from '../domain/shared/iso-time.js'
import { ENGLISH, type Letter, SERVICE } from './letter.js'

/** A mail to an operator, with the facts of an alert. */
export function alertLetter({ event, item }: AlertMessage): Letter {
  const { kind, subject, sinceAt, amount, text, command } = item
  const isOpened = event === 'attention.opened'
  const facts = [
    `What: ${kind}`,
    `Subject: ${subject}`,
    `Since: ${isoTime(sinceAt)}`,
    ...(amount === null ? [] : [`Amount: ${amount} USDT`]),
  ]
  return {
    words: ENGLISH,
    ...SERVICE,
    subject: `${isOpened ? 'Attention' : 'No longer waiting'}: ${kind} ${subject}`,
    paragraphs: [text, facts.join('\n'), ...(isOpened ? [`Command:\n${command}`] : [])],
    notes: ['Sent to the addresses of MERCHANTPAY_ALERT_MAIL.'],
  }
}
