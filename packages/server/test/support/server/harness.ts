import { createHash, createHmac } from 'node:crypto'
import { rmSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { type Logger, pino } from 'pino'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { startServer } from '../../../src/app.js'
import type { Server, ServerOptions } from '../../../src/compose/server.js'
import { readConfig } from '../../../src/config/config.js'
import type { TimeSource } from '../../../src/runtime/clock.js'
import type { DatabaseLocation } from '../../../src/storage/open.js'
import { expectBalancedIn } from '../ledger/balance-assertions.js'
import type { Engine } from '../storage/engines.js'
import { createMigratedDatabase } from '../storage/migrated-database.js'
import { provideMigratedFile } from '../storage/migrated-file.js'
import { makeScratchFolder } from '../storage/scratch-folder.js'
import { type TrustedCertificate, trustedCertificate } from '../webhooks/receiver.js'
import { TestClock } from './clock.js'
import { requireDocumented } from './documented-errors.js'
import { temporaryFolder } from './folder.js'
import { issueKeys } from './issued-keys.js'
import { setMerchantStatus } from './merchant-status.js'

export interface Keys {
  readonly keyId: string
  readonly secret: string
}
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  /** The text of an error without `param` and `detail`, which other tests check. */
  readonly errorText: string
  /** The parsed body, for assertions. */
  readonly json: Json
}
export type Json = { readonly [name: string]: unknown } & { readonly error?: string; readonly id: string }
export interface CallOptions {
  readonly body?: unknown
  /** Sent instead of the JSON of `body`. */
  readonly bytes?: Buffer | string
  readonly headers?: Readonly<Record<string, string | string[]>>
  readonly keys?: Keys
  /** Unix seconds. */
  readonly timestamp?: number
  /** False sends no Authorization header. */
  readonly isSigned?: boolean
}
export interface Registered extends Keys {
  readonly merchantId: string
  readonly webhookSecret: string
}

interface HarnessOptions {
  readonly engine?: Engine | undefined
  readonly time?: TimeSource
  readonly openStore?: ServerOptions['openStore']
  readonly log?: Logger
}

const DEFAULTS = {
  MERCHANTPAY_PORT: '0',
  MERCHANTPAY_RATE_LIMIT_PER_MINUTE: '0',
  MERCHANTPAY_REGISTRATIONS_PER_HOUR: '0',
  MERCHANTPAY_WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8',
}

const MASTER_KEY = Buffer.alloc(32, 5).toString('base64')

/** `TEST_ENGINE=postgres` runs every test that does not choose on PostgreSQL. */
const ENGINE: Engine = process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite'

/**
 * A real server on loopback. Its answers are checked against the contract; tests tick its workers and move its clock.
 */
export class Harness {
  private constructor(
    readonly server: Server,
    readonly clock: TestClock,
    readonly folder: string,
    /** Settings of the database, for operator commands beside the server. */
    readonly databaseEnv: Readonly<Record<string, string>>,
    readonly database: DatabaseLocation,
    private readonly isOperatorServed: boolean,
  ) {}

  /**
   * @param env settings besides the defaults of tests
   * @param time replaces {@link Harness.clock}
   * @param openStore opens its store, for tests that count reads
   */
  static async open(
    folder: string,
    env: Record<string, string> = {},
    {
      engine = ENGINE,
      time,
      openStore,
      log = pino({ level: process.env.TEST_LOG ?? 'silent' }),
    }: HarnessOptions = {},
  ): Promise<Harness> {
    const clock = new TestClock()
    const databaseEnv = await databaseEnvOf(folder, engine)
    const config = readConfig({ ...DEFAULTS, ...databaseEnv, ...env })
    const timed = { ...(time ? { time } : { clock }), ...(openStore && { openStore }) }
    const server = await startServer({
      config,
      log,
      ...timed,
      droppedLogLines: () => 0,
      runWorkers: false,
      validateResponses: true,
    })
    const isOperatorServed = config.operatorToken !== undefined
    return new Harness(server, clock, folder, databaseEnv, config.database, isOperatorServed)
  }

  /** Starts a server that stops when the test ends. */
  static async start(env: Record<string, string> = {}, options: HarnessOptions = {}): Promise<Harness> {
    const harness = await Harness.open(temporaryFolder(), env, options)
    onTestFinished(() => harness.close())
    return harness
  }

  /** Starts a server whose webhooks reach HTTPS receivers on loopback, with their certificate. */
  static async startForWebhooks(
    env: Record<string, string> = {},
    options: HarnessOptions = {},
  ): Promise<[Harness, TrustedCertificate]> {
    const certificate = await trustedCertificate()
    return [
      await Harness.start({ MERCHANTPAY_WEBHOOK_CA_FILE: certificate.file, ...env }, options),
      certificate,
    ]
  }

  /** Stops the server and verifies its ledger. */
  async close(): Promise<void> {
    await this.server.stop()
    await expectBalancedIn(this.database)
  }

  /** Registers a merchant and returns its first key. */
  async register(platformUserId = `user-${Math.random()}`): Promise<Registered> {
    const body = { name: "Ada's Books", email: 'ada@books.example', platform_user_id: platformUserId }
    const { json } = await this.call('POST', '/v1/merchants', { body, isSigned: false })
    const key = json.api_key as { key_id: string; secret: string }
    const webhookSecret = String(json.webhook_secret)
    return { keyId: key.key_id, secret: key.secret, merchantId: json.id, webhookSecret }
  }

  /** Returns a live key with all scopes from the operator, who activates the merchant first. */
  async liveKeys({ merchantId }: { readonly merchantId: string }): Promise<Keys> {
    await setMerchantStatus(this, merchantId, 'ACTIVE')
    return issueKeys(this, { merchantId, environment: 'live' })
  }

  /** Sends one request, signed by default. @throws Error for an error that the contract does not document */
  async call(method: string, target: string, options: CallOptions = {}): Promise<Answer> {
    const bytes = Buffer.from(
      options.bytes ?? (options.body === undefined ? '' : JSON.stringify(options.body)),
    )
    const headers: Record<string, string | string[]> = { 'content-length': `${bytes.byteLength}` }
    if (bytes.byteLength > 0) headers['content-type'] = 'application/json'
    if (options.keys && options.isSigned !== false) {
      headers.authorization = sign({
        ...options.keys,
        method,
        target,
        bytes,
        timestamp: options.timestamp,
      })
    }
    const sent = { url: this.server.url, target, method, headers: { ...headers, ...options.headers } }
    const answer = await send(sent, bytes)
    requireDocumented(method, target, answer, this.isOperatorServed)
    return answer
  }

  /** Advances time block by block; every worker does what is due. */
  async pass(ms: number, stepMs = 1_000): Promise<void> {
    for (let left = ms; left > 0; left -= stepMs) {
      this.clock.advance(Math.min(stepMs, left))
      await this.work()
    }
  }

  /** Ticks every worker until none finds work. */
  async work(): Promise<void> {
    for (let round = 0; round < 100; round += 1) {
      let handled = 0
      for (const worker of this.server.workers) handled += await worker.tick(new AbortController().signal)
      await this.server.dispatcher.idle()
      if (handled === 0) return
    }
    throw new Error('the workers never come to rest')
  }
}

const databases = new Map<string, Promise<string>>()

/** The same folder yields the same database. */
async function databaseEnvOf(folder: string, engine: Engine): Promise<Record<string, string>> {
  if (engine === 'sqlite') {
    const file = join(folder, 'books.db')
    await provideMigratedFile(file)
    return { MERCHANTPAY_DATABASE_URL: `file:${file}` }
  }
  const url = databases.get(folder) ?? createMigratedDatabase()
  databases.set(folder, url)
  return { MERCHANTPAY_DATABASE_URL: await url, MERCHANTPAY_MASTER_KEY: MASTER_KEY }
}

/** The first server of a process loads every module and migrates a database, which takes long on a busy machine. */
const START_MS = 90_000

/** Starts one server for all tests of a file; each test registers its own merchant. */
export function useHarness(env: Record<string, string> = {}, engine = ENGINE): { readonly harness: Harness } {
  const folder = makeScratchFolder()
  let opened: Harness | undefined
  beforeAll(async () => {
    opened = await Harness.open(folder, env, { engine })
  }, START_MS)
  afterAll(async () => {
    await opened?.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    get harness() {
      if (!opened) throw new Error('used outside a test')
      return opened
    },
  }
}

export interface Signed extends Keys {
  readonly method: string
  readonly target: string
  readonly bytes: Buffer
  readonly timestamp?: number | undefined
}

/** The Authorization header, implemented independently so that a fault in the shared code shows. */
export function sign({ keyId, secret, method, target, bytes, timestamp }: Signed): string {
  const at = `${timestamp ?? Math.floor(Date.now() / 1_000)}`
  const hash = createHash('sha256').update(bytes).digest('hex')
  const signature = createHmac('sha256', secret)
    .update(['v1', at, method, target, hash].join('\n'))
    .digest('hex')
  return `Bearer ${keyId}:${at}:${signature}`
}

interface Sent {
  readonly url: string
  /** Sent unchanged: no URL parser rewrites it. */
  readonly target: string
  readonly method: string
  readonly headers: Record<string, string | string[]>
}

function send({ url, target, method, headers }: Sent, bytes: Buffer): Promise<Answer> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path: target, method, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        const json = parse(text)
        const { statusCode: status = 0, headers } = answer
        resolve({ status, headers, text, errorText: withoutDetails(text, json), json })
      })
    })
    sent.on('error', reject)
    sent.end(bytes)
  })
}

/** Leaves `param` and `detail` out of an error. Any other text stays as it is, so that tests see it. */
function withoutDetails(text: string, { error, param, detail }: Json): string {
  return text === JSON.stringify({ error, param, detail }) ? JSON.stringify({ error }) : text
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json // assertions check the real members
  } catch {
    return {} as Json // not JSON: assertions use `text`
  }
}

/** A valid body of `POST /v1/orders`. */
export const ORDER = { amount: '25.00', currency: 'USDT', network: 'TRC20' } as const
