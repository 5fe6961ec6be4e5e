/** Clients that create and read orders through a balancer, and never repeat a request. */
import { createHash, createHmac } from 'node:crypto'
import { Agent, request } from 'node:http'
import type { MerchantEnvironment } from '../../../../../test-support/processes/sandbox-server.js'

const CLIENTS = 24
/** One of this number of requests creates an order. */
const CREATES_EVERY = 5
/** Read again at random. */
const REMEMBERED = 500

interface Answer {
  readonly status: number
  readonly text: string
}

export interface LoadResult {
  readonly requests: number
  /** Order ids that were acknowledged, by their number. */
  readonly acknowledged: ReadonlyMap<number, string>
  readonly failures: readonly string[]
}

export class OrderLoad {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
  private readonly acknowledged = new Map<number, string>()
  readonly failures: string[] = []
  private readonly known: string[] = []
  private made = 0
  private orders = 0
  private isEnding = false

  constructor(
    private readonly url: string,
    private readonly keys: MerchantEnvironment,
  ) {}

  get requests(): number {
    return this.made
  }

  /** Runs until `requests` were made and `end` was called. */
  async run(requests: number): Promise<LoadResult> {
    const client = async () => {
      while (this.made < requests || !this.isEnding) await this.once()
    }
    await Promise.all(Array.from({ length: CLIENTS }, client))
    this.agent.destroy()
    return { requests: this.made, acknowledged: this.acknowledged, failures: this.failures }
  }

  end(): void {
    this.isEnding = true
  }

  private async once(): Promise<void> {
    this.made += 1
    const id =
      this.made % CREATES_EVERY === 0 ? undefined : this.known[Math.floor(Math.random() * this.known.length)]
    if (id === undefined) return this.create()
    const answer = await this.send('GET', `/v1/orders/${id}`)
    if (answer.status !== 200) this.fail('GET', answer)
  }

  private async create(): Promise<void> {
    this.orders += 1
    const number = this.orders
    const answer = await this.send('POST', '/v1/orders', {
      amount: '25.00',
      currency: 'USDT',
      network: 'TRC20',
      idempotency_key: `order-${number}`,
      metadata: { number },
    })
    if (answer.status !== 201) return this.fail('POST', answer)
    const { id } = JSON.parse(answer.text) as { id: string } // an order of the contract
    this.acknowledged.set(number, id)
    this.known[this.known.length < REMEMBERED ? this.known.length : number % REMEMBERED] = id
  }

  private fail(method: string, { status, text }: Answer): void {
    this.failures.push(`request ${this.made}: ${method} ${status} ${text.slice(0, 200)}`)
  }

  private send(method: string, path: string, body?: object): Promise<Answer> {
    const bytes = body === undefined ? '' : JSON.stringify(body)
    const { hostname, port } = new URL(this.url)
    const headers = {
      authorization: this.sign(method, path, bytes),
      ...(bytes === '' ? {} : { 'content-type': 'application/json', 'content-length': `${bytes.length}` }),
    }
    return new Promise((resolve) => {
      const lost = (error: Error) => resolve({ status: 0, text: error.message })
      const sent = request({ agent: this.agent, hostname, port, path, method, headers }, (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (chunk: string) => {
          text += chunk
        })
        answer.on('error', lost)
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
      })
      sent.on('error', lost)
      sent.end(bytes)
    })
  }

  private sign(method: string, path: string, body: string): string {
    const at = `${Math.floor(Date.now() / 1_000)}`
    const hash = createHash('sha256').update(body).digest('hex')
    const text = ['v1', at, method, path, hash].join('\n')
    const signature = createHmac('sha256', this.keys.MERCHANTPAY_SECRET).update(text).digest('hex')
    return `Bearer ${this.keys.MERCHANTPAY_KEY_ID}:${at}:${signature}`
  }
}
