/** WebKitGTK of the machine, driven by the WebDriver of its package. It draws on a display, which Xvfb gives without a screen. */
import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../net/free-port.js'
import { spawnWatched, type WatchedChild } from '../processes/death-pipe.js'
import { asJson, BrowserMissing, type DrivenBrowser, INTERRUPTIBLE } from './driven-browser.js'

const DRIVER = '/usr/bin/WebKitWebDriver'
const DISPLAY = '/usr/bin/Xvfb'
const LIBRARIES = '/usr/lib/x86_64-linux-gnu'
const START_MS = 30_000
const POLL_MS = 100
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

/** @throws BrowserMissing */
export async function startWebKit(): Promise<DrivenBrowser> {
  const binary = browserOf()
  if (!existsSync(DRIVER) || !existsSync(DISPLAY) || binary === undefined)
    throw new BrowserMissing('no WebKit on this machine: apt-get install webkit2gtk-driver xvfb')
  const port = await freePort()
  const started = [start([DISPLAY, '-displayfd', '2', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'])]
  const stop = async () => {
    for (const child of started.reverse()) await child.stop()
  }
  try {
    const display = await Promise.race(started.map(displayOf))
    started.push(start([DRIVER, `--port=${port}`], { DISPLAY: `:${display}` }))
    await listening(`http://127.0.0.1:${port}`)
    return await WebKit.open(`http://127.0.0.1:${port}`, binary, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

/** The small browser of the library, whatever the version in its name is. */
const browserOf = (): string | undefined =>
  existsSync(LIBRARIES)
    ? readdirSync(LIBRARIES)
        .filter((name) => name.startsWith('webkit2gtk-'))
        .map((name) => join(LIBRARIES, name, 'MiniBrowser'))
        .find((path) => existsSync(path))
    : undefined

const start = (command: readonly [string, ...string[]], env: Readonly<Record<string, string>> = {}) =>
  spawnWatched({
    folder: mkdtempSync(join(tmpdir(), 'merchantpay-webkit-')),
    prepare: 'true',
    command: [...INTERRUPTIBLE, ...command],
    env,
  })

/** The number that Xvfb has chosen, which it says on a line of its own. */
const displayOf = ({ stderr, exited }: WatchedChild): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = ''
    stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8')
      const [, number] = /^(\d+)\n/m.exec(said) ?? []
      if (number !== undefined) resolve(number)
    })
    void exited.then(() => reject(new Error(`Xvfb did not start: ${said}`)))
  })

async function listening(url: string): Promise<void> {
  for (const deadline = performance.now() + START_MS; performance.now() < deadline; await sleep(POLL_MS))
    if (
      await fetch(`${url}/status`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
  throw new Error(`${DRIVER} does not listen`)
}

interface Opened {
  readonly sessionId: string
  readonly capabilities: { readonly browserVersion: string }
}

class WebKit implements DrivenBrowser {
  private constructor(
    readonly name: string,
    private readonly session: string,
    private readonly end: () => Promise<void>,
  ) {}

  static async open(driver: string, binary: string, end: () => Promise<void>): Promise<WebKit> {
    const options = { binary, args: ['--automation'] }
    const { sessionId, capabilities } = await post<Opened>(`${driver}/session`, {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
    })
    return new WebKit(`WebKitGTK ${capabilities.browserVersion}`, `${driver}/session/${sessionId}`, end)
  }

  async open(url: string): Promise<void> {
    await post(`${this.session}/url`, { url })
  }

  async evaluate<Value>(expression: string): Promise<Value> {
    const script = `return ${asJson(expression)}`
    const value = await post<string>(`${this.session}/execute/sync`, { script, args: [] })
    return JSON.parse(value) as Value // what the expression is for
  }

  async click(selector: string): Promise<void> {
    const found = await post<Record<string, string>>(`${this.session}/element`, {
      using: 'css selector',
      value: selector,
    })
    await post(`${this.session}/element/${found[ELEMENT]}/click`, {})
  }

  async resize(width: number, height: number): Promise<void> {
    await post(`${this.session}/window/rect`, { width, height, x: 0, y: 0 })
  }

  /** WebDriver does not tell them. */
  takeErrors(): readonly string[] {
    return []
  }

  async screenshot(): Promise<Buffer> {
    return Buffer.from(await call<string>(`${this.session}/screenshot`, { method: 'GET' }), 'base64')
  }

  async stop(): Promise<void> {
    await call(this.session, { method: 'DELETE' })
    await this.end()
  }
}

const post = <Value>(url: string, body: object): Promise<Value> =>
  call(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

/** @throws Error with what the browser says */
async function call<Value>(url: string, request: RequestInit): Promise<Value> {
  const answer = await fetch(url, request)
  const { value } = (await answer.json()) as { value: Value & { readonly message?: string } } // as in the protocol
  if (!answer.ok) throw new Error(`${new URL(url).pathname}: ${value.message}`)
  return value
}
