import type { Context } from '../domain/context.js'
import type { ClaimedMessage, MessageContent } from '../domain/messages/message.js'
import { openMessage } from '../domain/messages/message-queue.js'
import type { AttemptOutcome } from '../domain/webhooks/webhook.js'
import { alertLetter } from './alert-letter.js'
import { htmlOf, type Letter, textOf } from './letter.js'
import type { MailServer } from './smtp.js'

export interface MailSenderParts {
  readonly context: Context
  readonly server: MailServer
}

/** A letter with the address that it goes to. */
interface Addressed {
  readonly to: string
  readonly letter: Letter
}

/** A message that says nothing any more is done. */
const NOTHING_TO_SEND: AttemptOutcome = { delivered: true }
const UNREADABLE: AttemptOutcome = { delivered: false, error: 'unreadable', isFinal: true }

/** Writes messages as mails when they are sent, and sends them. */
export class MailSender {
  constructor(private readonly parts: MailSenderParts) {}

  /** Makes one attempt. */
  async send(message: ClaimedMessage, signal: AbortSignal): Promise<AttemptOutcome> {
    const { context, server } = this.parts
    const content = openMessage(context, message)
    if (!content) return UNREADABLE
    const addressed = this.write(content)
    if (!addressed) return NOTHING_TO_SEND
    const { to, letter } = addressed
    const { sender: fromName, subject } = letter
    const mail = { id: message.id, to, fromName, subject, text: textOf(letter), html: htmlOf(letter) }
    return server.send(mail, signal)
  }

  private write(content: MessageContent): Addressed | undefined {
    return { to: content.to, letter: alertLetter(content) }
  }
}
