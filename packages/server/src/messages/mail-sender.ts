import type { Context } from '../domain/context.js'
import type { ClaimedMessage, MessageContent } from '../domain/messages/message.js'
import { openMessage } from '../domain/messages/message-queue.js'
import { createStopToken } from '../domain/notices/notice-stop.js'
import type { Store } from '../domain/store/store.js'
import type { AttemptOutcome } from '../domain/webhooks/webhook.js'
import { alertLetter } from './alert-letter.js'
import { NOTHING_TO_SEND, UNREADABLE } from './attempts.js'
import { channelTestLetter } from './channel-test-letter.js'
import { invitationLetter } from './invitation-letter.js'
import { htmlOf, type Letter, textOf } from './letter.js'
import { noticeLetter, type WrittenNotice } from './notice-letter.js'
import { passkeyResetLetter } from './passkey-reset-letter.js'
import { signInLetter } from './sign-in-letter.js'
import type { MailServer } from './smtp.js'
import { type MessageLanguages, readLanguages } from './words.js'

export interface MailSenderParts {
  readonly store: Store
  readonly context: Context
  readonly server: MailServer
  /** Base of the addresses in mails. */
  readonly publicUrl: () => string
}

/** A letter with the address that it goes to. */
interface Addressed {
  readonly to: string
  readonly letter: Letter
  /** An address that stops such mails; undefined for mails that are no notices. */
  readonly stopUrl?: string
}

/** Writes messages as mails when they are sent, and sends them. */
export class MailSender {
  private languages: MessageLanguages | undefined

  constructor(private readonly parts: MailSenderParts) {}

  /** Makes one attempt. */
  async send(message: ClaimedMessage, signal: AbortSignal): Promise<AttemptOutcome> {
    const { context, server } = this.parts
    const content = openMessage(context, message)
    if (!content) return UNREADABLE
    const addressed = await this.write(message, content)
    if (!addressed) return NOTHING_TO_SEND
    const { to, letter, stopUrl } = addressed
    const { sender: fromName, subject } = letter
    const texts = { subject, text: textOf(letter), html: htmlOf(letter) }
    return server.send({ id: message.id, to, fromName, ...texts, stopUrl }, signal)
  }

  private async write(
    { id: messageId, createdAt }: ClaimedMessage,
    message: MessageContent,
  ): Promise<Addressed | undefined> {
    const { store, context } = this.parts
    if (message.kind === 'alert') return { to: message.to, letter: alertLetter(message) }
    this.languages ??= readLanguages()
    const { languages } = this
    const publicUrl = this.parts.publicUrl()
    const dashboardUrl = `${publicUrl}/dashboard`
    if (message.kind === 'chat') return undefined
    if (message.kind === 'notice')
      return this.writeNotice({ message, channel: 'mail', languages, dashboardUrl })
    if (message.kind === 'passkey_reset' || message.kind === 'channel_test') {
      const written = await store.read((tx) =>
        message.kind === 'channel_test'
          ? channelTestLetter(tx, { message, languages, publicUrl })
          : passkeyResetLetter(tx, { message, languages, publicUrl }),
      )
      return written && { to: written.person.mail, letter: written.letter }
    }
    const words = languages.choose(message.language, undefined)
    if (message.kind === 'invitation')
      return store.write((tx) => invitationLetter(tx, context, { message, createdAt, words, publicUrl }))
    const written = { message, messageId, createdAt, words, dashboardUrl }
    const letter = await store.read((tx) => signInLetter(tx, context, written))
    return letter && { to: message.to, letter }
  }

  private async writeNotice(written: WrittenNotice): Promise<Addressed | undefined> {
    const { store, context } = this.parts
    const notice = await store.read((tx) => noticeLetter(tx, written))
    if (!notice) return undefined
    const { person, words, letter } = notice
    const { kind } = written.message.notice
    const stopUrl = `${written.dashboardUrl}/stop/${createStopToken(context, { personId: person.id, kind })}`
    const notes = [{ text: words.plain('stop_note'), href: stopUrl }]
    return { to: person.mail, letter: { ...letter, notes }, stopUrl }
  }
}
