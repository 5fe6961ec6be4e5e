import type { ReceivedText } from '../domain/notices/chats.js'
import type { AttemptOutcome } from '../domain/webhooks/webhook.js'
import { Deadline } from '../runtime/deadline.js'
import { HookError, readText } from '../runtime/hook-answer.js'
import { hookFailure, postToHook } from '../runtime/hook-request.js'

/** A text for a chat, whose beginning is bold. */
export interface BotText {
  readonly title: string
  readonly rest: string
}

/** Texts that people have sent to the bot, oldest first. */
export interface ReceivedTexts {
  readonly texts: readonly ReceivedText[]
  /** Confirms them, in the next call; undefined where nothing has come. */
  readonly next: number | undefined
}

/** The bot of the operator, over the Bot API of Telegram. */
export interface TelegramBot {
  /** Makes one attempt. Never rejects. @returns `blocked` for a chat that the bot may not write to any more */
  send(chatId: string, text: BotText, signal: AbortSignal): Promise<AttemptOutcome | 'blocked'>
  /**
   * Waits some time for texts, and confirms those before `next`. Unconfirmed ones come again.
   *
   * @throws Error without the token
   */
  receive(next: number | undefined, signal: AbortSignal): Promise<ReceivedTexts>
  /** @throws Error without the token */
  findName(signal: AbortSignal): Promise<string>
  /** Asks for the name. @returns what is wrong; undefined where nothing is */
  findFault(signal: AbortSignal): Promise<string | undefined>
}

export interface TelegramOptions {
  /** Base of the Bot API. */
  readonly url: string
  readonly token: string
  /** Deadline of one call. */
  readonly timeoutMs: number
  /** How long Telegram holds a call back while there is nothing to receive. */
  readonly waitSeconds: number
}

interface Answer {
  readonly status: number
  /** The member `result`; undefined in the answer of a refusal. */
  readonly result: unknown
  /** Seconds. */
  readonly retryAfter: unknown
}

/** Units of UTF-16, as Telegram counts them. */
const MOST_TEXT = 4_096
/** Texts of one call: each may come with another one that it answers. */
const MOST_RECEIVED = 20
const MAX_BYTES = 4 * 1_024 * 1_024
/** A pause without a length, and the longest one. */
const [PAUSE_SECONDS, MOST_PAUSE_SECONDS] = [30, 3_600]
const NAME = /^\w{1,64}$/

/** Opens the bot of a token. */
export function openTelegram({ url, token, timeoutMs, waitSeconds }: TelegramOptions): TelegramBot {
  async function call(method: string, body: object, signal: AbortSignal, waitMs = 0): Promise<Answer> {
    const deadline = new Deadline(signal, timeoutMs + waitMs)
    try {
      const request = {
        url: `${url}/bot${token}/${method}`,
        headers: {},
        body: Buffer.from(JSON.stringify(body)),
      }
      const response = await postToHook(request, deadline.signal)
      return answerOf(response.status, await readText(response, MAX_BYTES))
    } catch (error) {
      if (error instanceof HookError) throw error
      throw new HookError(deadline.isOver ? 'timeout' : hookFailure(error))
    } finally {
      deadline.end()
    }
  }
  async function resultOf(method: string, body: object, signal: AbortSignal, waitMs = 0): Promise<unknown> {
    const { status, result } = await call(method, body, signal, waitMs)
    if (result === undefined) throw new HookError(`Telegram answers ${method} with HTTP ${status}`)
    return result
  }
  async function findName(signal: AbortSignal): Promise<string> {
    const name = member(await resultOf('getMe', {}, signal), 'username')
    if (typeof name !== 'string' || !NAME.test(name)) throw new HookError('Telegram names no bot')
    return name
  }
  return {
    async send(chatId, text, signal) {
      try {
        return outcomeOf(await call('sendMessage', bodyOf(chatId, text), signal))
      } catch (error) {
        return { delivered: false, error: error instanceof HookError ? error.message : 'unreachable' }
      }
    },
    async receive(next, signal) {
      const wanted = { limit: MOST_RECEIVED, timeout: waitSeconds, allowed_updates: ['message'] }
      const body = next === undefined ? wanted : { offset: next, ...wanted }
      return receivedOf(await resultOf('getUpdates', body, signal, waitSeconds * 1_000))
    },
    findName,
    async findFault(signal) {
      try {
        await findName(signal)
        const webhook = member(await resultOf('getWebhookInfo', {}, signal), 'url')
        return webhook === ''
          ? undefined
          : 'the bot has a webhook of another program, which gets its messages'
      } catch (error) {
        return error instanceof HookError ? error.message : 'unreachable'
      }
    },
  }
}

/** Plain text, so that no name can bring a format with it; without the picture of a page that Telegram would load. */
function bodyOf(chatId: string, { title, rest }: BotText): object {
  const text = `${title}\n\n${rest}`.slice(0, MOST_TEXT)
  return {
    chat_id: Number(chatId),
    text,
    entities: [{ type: 'bold', offset: 0, length: Math.min(title.length, text.length) }],
    link_preview_options: { is_disabled: true },
  }
}

function outcomeOf({ status, result, retryAfter }: Answer): AttemptOutcome | 'blocked' {
  if (result !== undefined) return { delivered: true }
  if (status === 403) return 'blocked'
  const failed = { delivered: false, error: `HTTP ${status}` } as const
  if (status !== 429) return { ...failed, isFinal: status === 400 }
  const seconds = typeof retryAfter === 'number' && retryAfter > 0 ? retryAfter : PAUSE_SECONDS
  return { ...failed, pauseMs: Math.min(seconds, MOST_PAUSE_SECONDS) * 1_000 }
}

/** An answer that is no JSON, as that of a proxy, has neither result nor pause. */
function answerOf(status: number, text: string): Answer {
  const json = jsonIn(text)
  const isAnswered = status === 200 && member(json, 'ok') === true
  return {
    status,
    result: isAnswered ? member(json, 'result') : undefined,
    retryAfter: member(member(json, 'parameters'), 'retry_after'),
  }
}

/** Texts in private chats. Updates of any other form are confirmed and left out. @throws HookError for no list of updates */
function receivedOf(result: unknown): ReceivedTexts {
  const updates: readonly unknown[] = Array.isArray(result) ? result : [undefined]
  const ids = updates.map((update) => member(update, 'update_id'))
  if (!ids.every((id) => Number.isSafeInteger(id))) throw new HookError('Telegram lists no updates')
  return {
    texts: updates.flatMap((update) => textIn(update) ?? []),
    next: ids.length === 0 ? undefined : Math.max(...ids.map(Number)) + 1,
  }
}

function textIn(update: unknown): ReceivedText | undefined {
  const message = member(update, 'message')
  const chat = member(message, 'chat')
  const [text, chatId] = [member(message, 'text'), member(chat, 'id')]
  if (member(chat, 'type') !== 'private' || typeof text !== 'string' || !Number.isSafeInteger(chatId))
    return undefined
  const name = member(member(message, 'from'), 'username')
  return {
    id: `${member(update, 'update_id')}`,
    chatId: `${chatId}`,
    name: typeof name === 'string' && NAME.test(name) ? name : null,
    text,
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads a member of a value from outside. */
const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
