import { createHash } from 'node:crypto'
import type { Context } from '../context.js'
import type { ChatMessage } from '../messages/message.js'
import { queueMessage } from '../messages/message-queue.js'
import type { Person } from '../people/person.js'
import { audit } from '../shared/audit.js'
import { DAY_MS } from '../shared/policy.js'
import type { Instant } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import { noticesOf, noticesText } from './notice-choice.js'

/** The time of a person to send a code to the bot. */
const CODE_MS = 10 * 60_000
/** Without letters that are taken for a figure or for another letter. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
/** 60 bits: far more than can be tried within the time of a code. */
const CODE_LENGTH = 12
/** Telegram repeats a message to the bot for a day, until it is confirmed. */
const REPEATED_MS = 2 * DAY_MS

const START = /^\/start(?:@\w+)?\s+([\w-]{1,64})$/
const STOP = /^\/stop(?:@\w+)?$/

type Parts = Pick<Context, 'clock' | 'ids' | 'vault'>

/** A text that someone has sent to the bot in a private chat. */
export interface ReceivedText {
  /** Of the message, the same when Telegram repeats it. */
  readonly id: string
  readonly chatId: string
  /** The name of the account, without its `@`; null where it has none. */
  readonly name: string | null
  readonly text: string
}

/** Makes the code with which a person links a chat, in place of an earlier one. Only its hash is stored. */
export async function createChatCode(
  tx: Tx,
  { clock, ids }: Pick<Context, 'clock' | 'ids'>,
  { id }: Pick<Person, 'id'>,
): Promise<{ readonly code: string; readonly expiresAt: Instant }> {
  const code = ids.random(LETTERS, CODE_LENGTH)
  const expiresAt = clock.real() + CODE_MS
  await tx.chats.putCode(id, hashOf(code), expiresAt)
  return { code: code.replace(/(.{4})(?=.)/g, '$1-'), expiresAt }
}

/**
 * Does what a text to the bot asks for: `/start` with a code links the chat, `/stop` ends all its links. To any other text the
 * bot says nothing, so that strangers cost nothing. A repeated text does nothing.
 */
export async function receiveText(tx: Tx, context: Parts, received: ReceivedText): Promise<void> {
  const [, code] = START.exec(received.text) ?? []
  if (code !== undefined) await linkChat(tx, context, received, code)
  else if (STOP.test(received.text)) await stopChat(tx, context, received)
}

async function linkChat(tx: Tx, context: Parts, { chatId, name }: ReceivedText, code: string): Promise<void> {
  const person = await tx.chats.useCode(hashOf(code), context.clock.real())
  if (!person) return
  await tx.chats.link(person.id, { id: chatId, name, since: context.clock.real() })
  await record(tx, context, 'people chat-link', person, person.id)
  const { kinds, ...rest } = noticesOf(person)
  // Someone who has chosen mails before gets the same ones in the chat.
  if (person.notices !== null && kinds.telegram.length === 0)
    await tx.people.setNotices(person.id, noticesText({ kinds: { ...kinds, telegram: kinds.mail }, ...rest }))
  await answer(tx, context, { personId: person.id, chatId, says: 'linked' })
}

async function stopChat(tx: Tx, context: Parts, { id, chatId }: ReceivedText): Promise<void> {
  const people = await tx.chats.listPeople(chatId)
  const [first] = people
  if (!first) return
  const now = context.clock.real()
  // A repeated one would end a link that was made since.
  if (!(await tx.passkeys.claimChallenge(hashOf(`stop ${chatId} ${id}`), now + REPEATED_MS, now))) return
  for (const person of people) await endChat(tx, context, { person, chatId }, person.id)
  await answer(tx, context, { personId: first.id, chatId, says: 'ended' })
}

/** Ends the link of a person with a chat. One that has ended is left alone. @param actor the person, or the server */
export async function endChat(
  tx: Tx,
  context: Pick<Context, 'clock' | 'ids'>,
  { person, chatId }: { readonly person: Person; readonly chatId: string },
  actor: string,
): Promise<void> {
  if (await tx.chats.end(person.id, chatId)) await record(tx, context, 'people chat-end', person, actor)
}

const answer = (tx: Tx, context: Parts, message: Omit<ChatMessage, 'kind'>): Promise<void> =>
  queueMessage(tx, context, { kind: 'chat', ...message }, { channel: 'telegram', personId: message.personId })

const record = (
  tx: Tx,
  context: Pick<Context, 'clock' | 'ids'>,
  action: string,
  { id, merchantId }: Person,
  actor: string,
): Promise<void> =>
  audit(tx, context, { actor, action, subject: id, details: { reason: null, merchant: merchantId } })

/** Hyphens and small letters of a typed code count for nothing. */
const hashOf = (code: string): string =>
  createHash('sha256').update(code.replaceAll('-', '').toUpperCase()).digest('base64url')
