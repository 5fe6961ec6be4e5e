/** Firefox of the machine, driven by WebDriver BiDi, which it speaks without a driver program. */
import { existsSync, mkdtempSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnWatched, type WatchedChild } from '../processes/death-pipe.js'
import { asJson, BrowserMissing, type DrivenBrowser, INTERRUPTIBLE } from './driven-browser.js'

const BINARY = '/usr/bin/firefox-esr'
const ANSWER_MS = 60_000
const require = createRequire(import.meta.url)

/** A web socket of the package `ws`, which has no types. Node has one of its own from version 22 on. */
interface Socket {
  on(event: 'open' | 'close' | 'error' | 'message', listener: (data: unknown) => void): void
  send(text: string): void
  close(): void
}

interface Message {
  readonly id?: number
  readonly method?: string
  readonly result?: unknown
  readonly error?: string
  readonly message?: string
  readonly params?: { readonly level?: string; readonly text?: string }
}

/** @throws BrowserMissing */
export async function startFirefox(): Promise<DrivenBrowser> {
  if (!existsSync(BINARY))
    throw new BrowserMissing(`no ${BINARY} on this machine: apt-get install firefox-esr`)
  const folder = mkdtempSync(join(tmpdir(), 'merchantpay-firefox-'))
  const child = spawnWatched({
    folder,
    prepare: 'true',
    command: [
      ...INTERRUPTIBLE,
      BINARY,
      '--headless',
      '--no-remote',
      '--profile',
      folder,
      '--remote-debugging-port=0',
    ],
  })
  try {
    const session = await Session.open(`${await listening(child)}/session`)
    return await Firefox.open(session, child)
  } catch (error) {
    await child.stop()
    throw error
  }
}

const listening = (child: WatchedChild): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8')
      const [, url] = /WebDriver BiDi listening on (ws:\S+)/.exec(said) ?? []
      if (url !== undefined) resolve(url)
    })
    void child.exited.then(() => reject(new Error(`Firefox did not start: ${said}`)))
  })

/** Commands and their answers over one web socket. */
class Session {
  readonly errors: string[] = []
  private readonly waiting = new Map<number, (answer: Message) => void>()
  private sent = 0

  private constructor(private readonly socket: Socket) {
    socket.on('message', (data) => this.receive(JSON.parse(String(data)) as Message)) // as in the protocol
  }

  static open(url: string): Promise<Session> {
    const { WebSocket } = require('ws') as { WebSocket: new (url: string) => Socket } // its export
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(url)
      socket.on('open', () => resolve(new Session(socket)))
      socket.on('error', reject)
    })
  }

  /** @throws Error with what the browser says */
  async call<Result>(method: string, params: object): Promise<Result> {
    this.sent += 1
    const id = this.sent
    const answer = await new Promise<Message>((resolve) => {
      const late = setTimeout(() => resolve({ error: `no answer in ${ANSWER_MS / 1_000} s` }), ANSWER_MS)
      this.waiting.set(id, (found) => {
        clearTimeout(late)
        resolve(found)
      })
      this.socket.send(JSON.stringify({ id, method, params }))
    })
    if (answer.error !== undefined) throw new Error(`${method}: ${answer.error} ${answer.message ?? ''}`)
    return answer.result as Result // of the method, as in the protocol
  }

  close(): void {
    this.socket.close()
  }

  private receive(message: Message): void {
    const { id, method, params } = message
    if (id !== undefined) this.waiting.get(id)?.(message)
    if (method === 'log.entryAdded' && params?.level === 'error') this.errors.push(`${params.text}`)
  }
}

interface Evaluated {
  readonly type: 'success' | 'exception'
  readonly result?: { readonly value: string }
  readonly exceptionDetails?: { readonly text: string }
}

class Firefox implements DrivenBrowser {
  private constructor(
    readonly name: string,
    private readonly session: Session,
    private readonly context: string,
    private readonly child: WatchedChild,
  ) {}

  static async open(session: Session, child: WatchedChild): Promise<Firefox> {
    const { capabilities } = await session.call<{ capabilities: { browserVersion: string } }>('session.new', {
      capabilities: {},
    })
    await session.call('session.subscribe', { events: ['log.entryAdded'] })
    const { context } = await session.call<{ context: string }>('browsingContext.create', { type: 'tab' })
    return new Firefox(`Firefox ${capabilities.browserVersion}`, session, context, child)
  }

  takeErrors(): readonly string[] {
    return this.session.errors.splice(0)
  }

  async open(url: string): Promise<void> {
    await this.session.call('browsingContext.navigate', { context: this.context, url, wait: 'complete' })
  }

  async evaluate<Value>(expression: string): Promise<Value> {
    const { result, exceptionDetails } = await this.session.call<Evaluated>('script.evaluate', {
      expression: asJson(expression),
      target: { context: this.context },
      awaitPromise: true,
    })
    if (!result) throw new Error(`${expression}: ${exceptionDetails?.text}`)
    return JSON.parse(result.value) as Value // what the expression is for
  }

  async click(selector: string): Promise<void> {
    const [x, y] = await this.evaluate<[number, number]>(`(() => {
      const part = document.querySelector(${JSON.stringify(selector)})
      part.scrollIntoView({ block: 'center' })
      const { x, y, width, height } = part.getBoundingClientRect()
      return [Math.floor(x + width / 2), Math.floor(y + height / 2)]
    })()`)
    const actions = [
      { type: 'pointerMove', x, y },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await this.session.call('input.performActions', {
      context: this.context,
      actions: [{ type: 'pointer', id: 'mouse', actions }],
    })
  }

  async resize(width: number, height: number): Promise<void> {
    await this.session.call('browsingContext.setViewport', {
      context: this.context,
      viewport: { width, height },
    })
  }

  async screenshot(): Promise<Buffer> {
    const { data } = await this.session.call<{ data: string }>('browsingContext.captureScreenshot', {
      context: this.context,
    })
    return Buffer.from(data, 'base64')
  }

  async stop(): Promise<void> {
    this.session.close()
    await this.child.stop()
  }
}
