import type { Channel } from '../shared/channel.js'
import type { Instant } from '../shared/types.js'
import type { QueuedItem } from '../store/send-queue.js'
import type { AlertEvent } from '../webhooks/event-types.js'
import type { NoticeMessage } from './notice-message.js'

/** An item that begins to wait for a person, or no longer waits, for an operator. */
export interface AlertMessage {
  readonly kind: 'alert'
  readonly to: string
  readonly event: AlertEvent
  readonly item: {
    readonly kind: string
    readonly subject: string
    readonly sinceAt: Instant
    /** In USDT. */
    readonly amount: string | null
    readonly text: string
    readonly command: string
  }
}

/** A link for the reader of an address, if it is one of a person. */
export interface SignInMessage {
  readonly kind: 'sign_in'
  readonly to: string
  /** Hash of the secret of the browser that asked. */
  readonly browser: string
  /** Where to go on. */
  readonly path: string
  readonly language: string
}

/** The first link of a person. */
export interface InvitationMessage {
  readonly kind: 'invitation'
  readonly personId: string
  /** The author of the invitation. */
  readonly actor: string
  /** The operator who invites, or who let the author in; null where only people of the merchant did. */
  readonly issuedBy: string | null
  readonly language: string
}

/** The passkeys of a person were reset, which all people of the merchant are told. */
export interface PasskeyResetMessage {
  readonly kind: 'passkey_reset'
  /** The reader. */
  readonly personId: string
  /** The name of the person whose passkeys were reset. */
  readonly name: string
  readonly waitsUntil: Instant
}

/** The answer of the bot to a person who has linked a chat, or ended the link. */
export interface ChatMessage {
  readonly kind: 'chat'
  readonly personId: string
  readonly chatId: string
  readonly says: 'linked' | 'ended'
}

/** A person tries whether a channel reaches the person. */
export interface ChannelTestMessage {
  readonly kind: 'channel_test'
  readonly personId: string
}

/** The facts of a message, which is written in the language of its reader when it is sent. */
export type MessageContent =
  | AlertMessage
  | SignInMessage
  | InvitationMessage
  | NoticeMessage
  | PasskeyResetMessage
  | ChatMessage
  | ChannelTestMessage

/** A message as stored. */
export interface SealedMessage {
  readonly id: string
  readonly channel: Channel
  /** Its reader; null for an operator or an address. */
  readonly personId: string | null
  /** The facts, sealed with the id. */
  readonly sealedContent: string
  readonly dueAt: Instant
  readonly createdAt: Instant
}

/** A message that is claimed for an attempt. */
export interface ClaimedMessage extends QueuedItem, Pick<SealedMessage, 'sealedContent' | 'createdAt'> {}
