import { randomUUID } from 'node:crypto'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Router,
} from 'express'
import helmet from 'helmet'
import type { Logger } from 'pino'
import { type HttpLogger, pinoHttp, startTime } from 'pino-http'
import { DomainError } from '../domain/shared/errors.js'
import { ShownError, toErrorReply } from './errors.js'
import { type ContractServices, serveContract } from './validator/contract.js'
import { sendJson } from './validator/json.js'
import { MethodNotAllowed } from './validator/operations.js'

export interface AppOptions extends ContractServices {
  /** The contract as it is served. */
  readonly contractText: string
  /** Undefined while no token opens it: its paths are unknown then. */
  readonly operator: ContractServices | undefined
  readonly checkout: Router
  readonly docs: Router
  readonly log: Logger
  /** `max-age` of `Strict-Transport-Security`. */
  readonly hstsSeconds: number
  /** True once the server is stopping: new calls are sent away. */
  readonly isStopping: () => boolean
  /** The names of what keeps the server from doing its work, or only from serving the API. */
  readonly failingChecks: (isForApi: boolean) => Promise<string[]>
}

const REQUEST_ID = /^[A-Za-z0-9._~:/+=-]{1,128}$/
const RETRY_WHEN_STOPPING_SECONDS = 5

/** The whole HTTP surface: health, contract, checkout page and the API. */
export async function createHttpApp(options: AppOptions): Promise<Express> {
  const { basePath, contractText, log, isStopping } = options
  const [api] = await serveContract(options)
  const logRequest = requestLog(log)
  const isApi = ({ originalUrl }: Request) => originalUrl.startsWith(`${basePath}/v1/`)
  const app = express()
  app.enable('case sensitive routing')
  app.set('query parser', 'simple')
  app.disable('x-powered-by')
  app.disable('etag')
  app.response.json = sendJson
  app.use(begin(logRequest, log, options.hstsSeconds))
  // Calls of the API are nearly all there is: they skip the layers that only others need.
  app.use((request, response, next) =>
    isApi(request) && !isStopping() ? api(request, response, next) : next(),
  )
  // Probes come from the machine itself or from a balancer, which know no path prefix.
  for (const prefix of new Set(['', basePath])) {
    app.get(`${prefix}/healthz`, (_request, response) => void response.json({ status: 'ok' }))
    app.get(`${prefix}/readyz`, tellReadiness(options.failingChecks))
  }
  const contractBytes = Buffer.from(contractText)
  app.get(
    `${basePath}/openapi.yaml`,
    (_request, response) => void response.type('application/yaml; charset=utf-8').send(contractBytes),
  )
  app.use(`${basePath}/pay`, options.checkout)
  app.use(basePath || '/', options.docs)
  app.use(refuseWhen(isStopping))
  if (options.operator) app.use(`${basePath}/operator`, ...(await serveContract(options.operator)))
  app.use(api)
  app.use(answerError(logRequest, log))
  return app
}

/** Names each request and gives its answer the headers that all answers have. */
function begin(logRequest: HttpLogger, log: Logger, hstsSeconds: number): RequestHandler {
  const fixed = fixedHeaders(hstsSeconds)
  return (request, response, next) => {
    const given = request.headers['x-request-id']
    request.id = typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID()
    response.setHeader('X-Request-Id', request.id)
    for (const [name, value] of fixed) response.setHeader(name, value)
    response[startTime] = performance.now()
    if (log.isLevelEnabled('debug')) logRequest(request, response)
    next()
  }
}

/** What Helmet sets is the same for every answer, so it is asked once. */
function fixedHeaders(hstsSeconds: number): [name: string, value: string][] {
  const fixed: [string, string][] = []
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  response.setHeader = (name, value) => {
    fixed.push([name, `${value}`])
    return response
  }
  // The operator's other hosts are none of this server's business.
  const strictTransportSecurity = { maxAge: hstsSeconds, includeSubDomains: false }
  helmet({ strictTransportSecurity })(request, response, () => undefined)
  return [...fixed, ['Cache-Control', 'no-store']]
}

/**
 * Logs a request when it is answered; targets may hold capabilities, so only their shape is logged. pino-http prepares two
 * child loggers and a serialised request, which costs more than most requests: it joins at the beginning only at level debug,
 * and otherwise once the answer is a 5xx. One place alone writes a 5xx, and it attaches the log first.
 */
function requestLog(log: Logger): HttpLogger {
  // By itself it would count the time of an answer by a clock that can be set.
  const timed = (response: ServerResponse, line: object) => ({
    ...line,
    responseTime: Math.floor(performance.now() - response[startTime]),
  })
  return pinoHttp({
    logger: log,
    customSuccessObject: (_request, response, line: object) => timed(response, line),
    customErrorObject: (_request, response, _error, line: object) => timed(response, line),
    customLogLevel: (_request, response) => (response.statusCode >= 500 ? 'error' : 'debug'),
    serializers: {
      req: ({ id, method, url }) => ({ id, method, path: pathShape(url) }),
      res: ({ statusCode }) => ({ status: statusCode }),
    },
  })
}

/** `/pay/<token>` is a capability, however it was typed, and a query may hold anything. */
const pathShape = (url: string): string => (url.split('?')[0] ?? '').replace(/\/pay\/.*/i, '/pay/…')

/** 503 names what fails and nothing more: anybody may ask. `?for=api` leaves out what the API can do without. */
function tellReadiness(failingChecks: AppOptions['failingChecks']): RequestHandler {
  return async (request, response) => {
    const failing = await failingChecks(request.query.for === 'api')
    if (failing.length === 0) response.json({ status: 'ok' })
    else response.status(503).json({ status: 'failing', failing })
  }
}

function refuseWhen(isStopping: () => boolean): RequestHandler {
  return (_request, response, next) => {
    if (!isStopping()) return next()
    response.set('Connection', 'close')
    next(new DomainError('service_unavailable', { retryAfterSeconds: RETRY_WHEN_STOPPING_SECONDS }))
  }
}

/** The one place that writes error bodies. */
function answerError(logRequest: HttpLogger, log: Logger): ErrorRequestHandler {
  return (thrown: unknown, request, response, next) => {
    const error = thrown instanceof ShownError ? thrown.cause : thrown
    const { status, message, headers } = toErrorReply(error)
    if (status >= 500) {
      log.error({ err: error, requestId: request.id }, message)
      if (!log.isLevelEnabled('debug')) logRequest(request, response)
    }
    if (response.headersSent) return next(error)
    if (thrown instanceof ShownError) return thrown.show()
    if (error instanceof MethodNotAllowed) response.set('Allow', error.allowed.join(', '))
    // The rest of a body that is too large is not read; the connection cannot be used again.
    if (status === 413) response.set('Connection', 'close')
    response.status(status).set(headers).json({ error: message })
  }
}
