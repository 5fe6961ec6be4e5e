import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

const TOKEN = '4242:fake-token-of-the-bot-on-loopback'
export const BOT_NAME = 'nordlicht_pay_bot'

/** A message that the bot has sent. */
export interface SentText {
  readonly chat_id: number
  readonly text: string
  readonly entities: readonly { readonly type: string; readonly offset: number; readonly length: number }[]
  readonly link_preview_options: { readonly is_disabled: boolean }
}

/** A fake of the Bot API of Telegram on loopback, as https://core.telegram.org/bots/api describes it. */
export class TelegramServer {
  /** The messages that it has accepted. */
  readonly sent: SentText[] = []
  /** Calls of each method. */
  readonly calls: string[] = []
  /** Refuses messages to a chat, or to every chat with `all`, as `[status, parameters]`. */
  readonly refusals = new Map<number | 'all', readonly [number, object?]>()
  /** Accepts the next messages, but closes the connection before its answer. */
  losesAnswers = false
  webhook = ''
  private updates: { readonly update_id: number }[] = []
  private readonly confirmed: { readonly update_id: number }[] = []
  private lastId = 1_000

  private constructor(private readonly server: Server) {}

  static async open(): Promise<TelegramServer> {
    const server = createServer((request, response) => void fake.answer(request, response))
    const fake = new TelegramServer(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return fake
  }

  /** Starts a server that stops when the test ends. */
  static async start(): Promise<TelegramServer> {
    const fake = await TelegramServer.open()
    onTestFinished(() => fake.stop())
    return fake
  }

  /** The settings of a server whose bot is here. */
  get env(): Record<string, string> {
    const { port } = this.server.address() as AddressInfo
    return {
      MERCHANTPAY_TELEGRAM_URL: `http://127.0.0.1:${port}`,
      MERCHANTPAY_TELEGRAM_TOKEN: TOKEN,
    }
  }

  /** The texts in a chat. */
  to(chat: number): string[] {
    return this.sent.filter(({ chat_id }) => chat_id === chat).map(({ text }) => text)
  }

  /** A person writes to the bot. @param more replaces members of the message */
  write(chat: number, text: string, more: object = {}): void {
    const from = { id: chat, is_bot: false, first_name: 'Lena', username: `lena_${chat}` }
    const message = { message_id: 1, date: 1, from, chat: { id: chat, type: 'private' }, text, ...more }
    this.update({ message })
  }

  /** Something else happens to the bot. */
  update(content: object): void {
    this.lastId += 1
    this.updates.push({ update_id: this.lastId, ...content })
  }

  /** After a quiet week the numbers of updates begin anew, anywhere. */
  countAnew(): void {
    this.lastId = 5
  }

  /** Delivers all updates again, as if no call had confirmed them. */
  repeat(): void {
    this.updates = [...this.confirmed.splice(0), ...this.updates]
  }

  /** How many updates are not confirmed. */
  get waiting(): number {
    return this.updates.length
  }

  stop(): Promise<void> {
    this.server.closeAllConnections()
    return new Promise((resolve) => this.server.close(() => resolve()))
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}')
    const [, token, method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? '') ?? []
    this.calls.push(method)
    const [status, content] = token === TOKEN ? this.resultOf(method, body) : [401, {}]
    if (status === 0) return void request.socket.destroy()
    response.writeHead(status, { 'content-type': 'application/json' })
    const refused = { ok: false, error_code: status, description: `refused ${status}` }
    response.end(JSON.stringify(status === 200 ? { ok: true, ...content } : { ...refused, ...content }))
  }

  private resultOf(method: string, body: Record<string, unknown>): readonly [number, object] {
    if (method === 'getMe') return [200, { result: { id: 4242, is_bot: true, username: BOT_NAME } }]
    if (method === 'getWebhookInfo') return [200, { result: { url: this.webhook } }]
    if (method === 'getUpdates') return [200, { result: this.updatesFrom(body) }]
    if (method !== 'sendMessage') return [404, {}]
    const sent = body as unknown as SentText
    const [status, parameters] = this.refusals.get(sent.chat_id) ?? this.refusals.get('all') ?? [200]
    if (status !== 200) return [status, parameters ? { parameters } : {}]
    this.sent.push(sent)
    return [this.losesAnswers ? 0 : 200, { result: { message_id: this.sent.length } }]
  }

  /** Those before the offset are confirmed, and forgotten. */
  private updatesFrom({ offset, limit }: Record<string, unknown>): object[] {
    const next = typeof offset === 'number' ? offset : 0
    this.confirmed.push(...this.updates.filter(({ update_id }) => update_id < next))
    this.updates = this.updates.filter(({ update_id }) => update_id >= next)
    return this.updates.slice(0, Number(limit ?? 100))
  }
}
