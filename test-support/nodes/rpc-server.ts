/** A JSON-RPC server on loopback with given answers, which fails by rules. Canned nodes and proxies use it. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export type RpcAnswer = (method: string, params: readonly unknown[]) => unknown

/** An answer with an error of the protocol. */
export class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message)
  }
}

/** A fault. Faults without a method affect the whole request of the call, batches included. */
export type RpcFault =
  | {
      readonly kind: 'status'
      readonly status: number
      readonly headers?: Record<string, string>
      readonly body?: string
    }
  | { readonly kind: 'hang' | 'reset' | 'cut' }
  | {
      readonly kind: 'refuse_batch'
      /** The largest accepted batch. Without it every batch is refused. */
      readonly above?: number
      /** 200 by default. */
      readonly status?: number
      /** Sent instead of an error object. */
      readonly body?: string
    }
  /** The batch has no answer to the call. */
  | { readonly kind: 'drop' }
  | { readonly kind: 'error'; readonly code: number; readonly message: string }
  | {
      readonly kind: 'answer'
      readonly change: (result: never, params: readonly unknown[]) => unknown
    }

export interface RpcRule {
  /** Any method without it. */
  readonly method?: string
  /** The first affected call of the method, from 1, counted since the rule was set. */
  readonly nth?: number
  /** The number of affected calls in a row. Without it all following calls. */
  readonly times?: number
  readonly fault: RpcFault
}

export interface RpcCall {
  readonly id: unknown
  readonly method: string
  readonly params: readonly unknown[]
}

interface SetRule {
  readonly rule: RpcRule
  calls: number
}

const JSON_HEADERS = { 'content-type': 'application/json' }

export class RpcServer {
  /** The called methods in order. */
  readonly methods: string[] = []
  /** Faults of a request that rules cannot express: one for each of its calls, or undefined. */
  faultsOf: (calls: readonly RpcCall[], isBatch: boolean) => ReadonlyMap<RpcCall, RpcFault> = () => new Map()
  /** Number of requests that failed as a whole. */
  refusals = 0
  /** Number of calls that a rule matched. */
  hits = 0
  private rules: SetRule[] = []
  private readonly server = createServer((request, response) => void this.serve(request, response))

  private constructor(private answer: RpcAnswer) {}

  static async start(answer: RpcAnswer): Promise<RpcServer> {
    const started = new RpcServer(answer)
    await new Promise<void>((resolve) => started.server.listen(0, '127.0.0.1', resolve))
    return started
  }

  get url(): string {
    const address = this.server.address()
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  }

  /** Replaces the answers of all following calls. */
  become(answer: RpcAnswer): void {
    this.answer = answer
  }

  fail(rule: RpcRule): void {
    this.rules.push({ rule, calls: 0 })
  }

  /** Removes all rules. */
  heal(): void {
    this.rules = []
  }

  /** Closes the server and all open connections. */
  close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()))
    this.server.closeAllConnections()
    return closed
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as RpcCall | RpcCall[]
    const calls = Array.isArray(body) ? body : [body]
    const chosen = this.faultsOf(calls, Array.isArray(body))
    const hits = calls.map((call) => this.hit(call) ?? chosen.get(call))
    const isTaken = (fault: RpcFault) => fault.kind === 'refuse_batch' && calls.length <= (fault.above ?? 0)
    const whole = hits.find((fault) => fault && !isTaken(fault) && isOfRequest(fault, Array.isArray(body)))
    if (whole && whole.kind !== 'cut') {
      this.refusals += 1
      failRequest(request, response, whole)
      return
    }
    const answers = await Promise.all(calls.map((call, at) => this.answerOne(call, hits[at])))
    const kept = answers.filter((each) => each !== undefined)
    const text = JSON.stringify(Array.isArray(body) ? kept : kept[0])
    response.writeHead(200, JSON_HEADERS).end(whole ? text.slice(0, text.length / 2) : text)
  }

  private hit(call: RpcCall): RpcFault | undefined {
    this.methods.push(call.method)
    let hit: RpcFault | undefined
    for (const each of this.rules) {
      const { method, nth = 1, times = Number.POSITIVE_INFINITY, fault } = each.rule
      if (method !== undefined && method !== call.method) continue
      each.calls += 1
      if (each.calls >= nth && each.calls < nth + times) hit ??= fault
    }
    if (hit) this.hits += 1
    return hit
  }

  private async answerOne({ id, method, params }: RpcCall, fault: RpcFault | undefined): Promise<unknown> {
    const frame = { jsonrpc: '2.0', id }
    if (fault?.kind === 'drop') return undefined
    try {
      if (fault?.kind === 'error') throw new RpcError(fault.code, fault.message)
      const result = await this.answer(method, params)
      return { ...frame, result: fault?.kind === 'answer' ? fault.change(result as never, params) : result }
    } catch (error) {
      const { code, message, data } =
        error instanceof RpcError ? error : { code: -32_603, message: `${error}`, data: undefined }
      return { ...frame, error: { code, message, ...(data === undefined ? {} : { data }) } }
    }
  }
}

/** Whether a fault affects the whole request. */
export const isOfRequest = ({ kind }: RpcFault, isBatch: boolean): boolean =>
  ['status', 'hang', 'reset', 'cut'].includes(kind) || (kind === 'refuse_batch' && isBatch)

function failRequest(request: IncomingMessage, response: ServerResponse, fault: RpcFault): void {
  if (fault.kind === 'reset') request.socket.resetAndDestroy()
  else if (fault.kind === 'status') {
    response.writeHead(fault.status, fault.headers ?? {}).end(fault.body ?? '')
  } else if (fault.kind === 'refuse_batch') {
    const error = { code: -32_600, message: 'batch requests are not supported' }
    const { status = 200, body = JSON.stringify({ jsonrpc: '2.0', id: null, error }) } = fault
    response.writeHead(status, JSON_HEADERS).end(body)
  }
}
