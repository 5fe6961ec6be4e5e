import type { Context } from '../domain/context.js'
import { findShownMerchant } from '../domain/merchants/shown-merchant.js'
import type { ChatMessage, ClaimedMessage, MessageContent } from '../domain/messages/message.js'
import { openMessage } from '../domain/messages/message-queue.js'
import { endChat } from '../domain/notices/chats.js'
import type { Person } from '../domain/people/person.js'
import type { Store } from '../domain/store/store.js'
import type { Tx } from '../domain/store/unit-of-work.js'
import type { AttemptOutcome } from '../domain/webhooks/webhook.js'
import { NOTHING_TO_SEND, UNREADABLE } from './attempts.js'
import { channelTestLetter } from './channel-test-letter.js'
import type { Letter } from './letter.js'
import { noticeLetter } from './notice-letter.js'
import { passkeyResetLetter } from './passkey-reset-letter.js'
import type { BotText, TelegramBot } from './telegram.js'
import { type MessageLanguages, readLanguages } from './words.js'

export interface TelegramSenderParts {
  readonly store: Store
  readonly context: Context
  readonly bot: TelegramBot
  /** Base of the addresses in messages. */
  readonly publicUrl: () => string
}

/** A text with the chat that it goes to. */
interface Addressed {
  readonly personId: string
  readonly chatId: string
  readonly text: BotText
}

/** Writes messages for chats when they are sent, and sends them. */
export class TelegramSender {
  private languages: MessageLanguages | undefined

  constructor(private readonly parts: TelegramSenderParts) {}

  /** Makes one attempt. A chat that the bot may not write to any more is linked no more. */
  async send(message: ClaimedMessage, signal: AbortSignal): Promise<AttemptOutcome> {
    const { store, context, bot } = this.parts
    const content = openMessage(context, message)
    if (!content) return UNREADABLE
    const addressed = await store.read((tx) => this.write(tx, content))
    if (!addressed) return NOTHING_TO_SEND
    const { personId, chatId, text } = addressed
    const outcome = await bot.send(chatId, text, signal)
    if (outcome !== 'blocked') return outcome
    await store.write(async (tx) => {
      const person = await tx.people.find(personId)
      if (person) await endChat(tx, context, { person, chatId }, 'server')
    })
    return NOTHING_TO_SEND
  }

  /** Undefined once the person has ended the link, was removed, or does not want to know any more. */
  private async write(tx: Tx, content: MessageContent): Promise<Addressed | undefined> {
    this.languages ??= readLanguages()
    if (content.kind === 'chat') return answerOf(tx, content, this.languages)
    const written = await this.letterOf(tx, content, this.languages)
    const chat = written?.person.chat
    if (!written || !chat) return undefined
    const { sender, subject, paragraphs, button } = written.letter
    const link = button ? [`${button.text}:\n${button.href}`] : []
    const rest = [...paragraphs, ...link, sender].join('\n\n')
    return { personId: written.person.id, chatId: chat.id, text: { title: subject, rest } }
  }

  private async letterOf(
    tx: Tx,
    message: MessageContent,
    languages: MessageLanguages,
  ): Promise<{ readonly person: Person; readonly letter: Letter } | undefined> {
    const publicUrl = this.parts.publicUrl()
    if (message.kind === 'passkey_reset') return passkeyResetLetter(tx, { message, languages, publicUrl })
    if (message.kind === 'channel_test') return channelTestLetter(tx, { message, languages, publicUrl })
    if (message.kind !== 'notice') return undefined
    const dashboardUrl = `${publicUrl}/dashboard`
    return noticeLetter(tx, { message, channel: 'telegram', languages, dashboardUrl })
  }
}

/** The answer of the bot to a code, or to `/stop`. */
async function answerOf(
  tx: Tx,
  { personId, chatId, says }: ChatMessage,
  languages: MessageLanguages,
): Promise<Addressed | undefined> {
  const person = await tx.people.find(personId)
  if (!person) return undefined
  const words = languages.choose(person.language ?? undefined, undefined)
  const { name: shop } = await findShownMerchant(tx, person.merchantId)
  const title = words.plain(says === 'linked' ? 'chat_linked_title' : 'chat_ended_title')
  const rest = words.say(says === 'linked' ? 'chat_linked_text' : 'chat_ended_text', { shop })
  return { personId, chatId, text: { title, rest } }
}
