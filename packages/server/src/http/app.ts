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
import type { Page, Reader } from '../domain/sessions/pages.js'
import { DomainError } from '../domain/shared/errors.js'
import { ErrorWithPage, toErrorReply } from './errors.js'
import { serveIcon } from './icon.js'
import { asOperation, type ReportRequest, reportRequests } from './request-report.js'
import { type ContractServices, serveContract } from './validator/contract.js'
import { sendJson } from './validator/json.js'
import { MethodNotAllowed } from './validator/operations.js'

export interface AppOptions extends ContractServices {
  /** False for a server that leaves the API and its reference to others: their paths then answer 404. */
  readonly isApiServed: boolean
  /** The text of the contract, as it is served. */
  readonly contractText: string
  /** The operator API. Undefined without an operator token: its paths then answer 404. */
  readonly operator: ContractServices | undefined
  /** Undefined for a server that leaves the checkout pages to others. */
  readonly checkout: Router | undefined
  /** The pages of payment links; undefined where the checkout is. */
  readonly links: Router | undefined
  /** The operator console. Undefined where it is switched off: its paths then answer 404. */
  readonly console: Router | undefined
  /** Undefined for a server that leaves the API to others. */
  readonly dashboard: Router | undefined
  readonly docs: Router
  /** Renders what browsers see where there is no page. */
  readonly unknownPage: (reader: Reader) => Page
  readonly log: Logger
  /** `max-age` of `Strict-Transport-Security`. */
  readonly hstsSeconds: number
  /** True once the server lets its balancer go: every response closes its connection. */
  readonly isDraining: () => boolean
  /** True once the server is stopping: new calls are refused. */
  readonly isStopping: () => boolean
  /** Lists the names of the failing readiness checks: all of them, or only those that the API depends on. */
  readonly failingChecks: (isForApi: boolean) => Promise<string[]>
  /** Receives each ended request; undefined if no part of the server counts or traces requests. */
  readonly report: ReportRequest | undefined
}

const REQUEST_ID = /^[A-Za-z0-9._~:/+=-]{1,128}$/
const RETRY_WHEN_STOPPING_SECONDS = 5

/** Creates the HTTP application: health, and as far as they are served contract, checkout page, API reference and the API. */
export async function createHttpApp(options: AppOptions): Promise<Express> {
  const { basePath, contractText, log, isStopping } = options
  const api = options.isApiServed ? (await serveContract(options))[0] : undefined
  const logRequest = requestLog(log)
  const isApi = ({ originalUrl }: Request) => originalUrl.startsWith(`${basePath}/v1/`)
  const app = express()
  app.enable('case sensitive routing')
  app.set('query parser', 'simple')
  app.disable('x-powered-by')
  app.disable('etag')
  app.response.json = sendJson
  app.use(begin(logRequest, log, options))
  if (options.report) app.use(reportRequests(options.report))
  // Nearly all requests are API calls: they skip the middleware that only other paths need.
  app.use((request, response, next) =>
    api && isApi(request) && !isStopping() ? api(request, response, next) : next(),
  )
  // Probes come from the machine itself or from a load balancer, which do not know the path prefix.
  for (const prefix of new Set(['', basePath])) {
    app.get([`${prefix}/healthz`, `${prefix}/readyz`], asOperation('probe'))
    app.get(`${prefix}/healthz`, (_request, response) => void response.json({ status: 'ok' }))
    app.get(`${prefix}/readyz`, answerReadiness(options.failingChecks))
  }
  // Browsers look for it at the root, whatever the path prefix is.
  if (api || options.checkout)
    app.get(
      [...new Set(['', basePath])].map((prefix) => `${prefix}/favicon.ico`),
      serveIcon(),
    )
  if (options.checkout) app.use(`${basePath}/pay`, asOperation('checkout'), options.checkout)
  if (options.links) app.use(`${basePath}/link`, asOperation('link'), options.links)
  if (options.console) app.use(`${basePath}/console`, asOperation('console'), options.console)
  if (options.dashboard) app.use(`${basePath}/dashboard`, asOperation('dashboard'), options.dashboard)
  if (api) {
    const contractBytes = Buffer.from(contractText)
    app.get(
      `${basePath}/openapi.yaml`,
      (_request, response) => void response.type('application/yaml; charset=utf-8').send(contractBytes),
    )
    app.use(basePath || '/', options.docs)
  }
  app.use(refuseWhen(isStopping))
  if (api && options.operator) app.use(`${basePath}/operator`, ...(await serveContract(options.operator)))
  app.use(showUnknown(options, isApi), api ?? refuseUnknown)
  app.use(answerError(logRequest, log))
  return app
}

/** Gives each request an id, and its response the headers that all responses have. */
function begin(
  logRequest: HttpLogger,
  log: Logger,
  { hstsSeconds, isDraining }: Pick<AppOptions, 'hstsSeconds' | 'isDraining'>,
): RequestHandler {
  const fixed = fixedHeaders(hstsSeconds)
  return (request, response, next) => {
    const sent = request.headers['x-request-id']
    request.id = typeof sent === 'string' && REQUEST_ID.test(sent) ? sent : randomUUID()
    response.setHeader('X-Request-Id', request.id)
    for (const [name, value] of fixed) response.setHeader(name, value)
    // A connection that is closed without notice may lose the request that a balancer is just sending.
    if (isDraining()) response.setHeader('Connection', 'close')
    response[startTime] = performance.now()
    if (log.isLevelEnabled('debug')) logRequest(request, response)
    next()
  }
}

/** Runs Helmet once, since its headers are the same for every response. */
function fixedHeaders(hstsSeconds: number): [name: string, value: string][] {
  const fixed: [string, string][] = []
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  response.setHeader = (name, value) => {
    fixed.push([name, `${value}`])
    return response
  }
  // Without `includeSubDomains`: this server does not decide for the operator's other hosts.
  const strictTransportSecurity = { maxAge: hstsSeconds, includeSubDomains: false }
  helmet({ strictTransportSecurity })(request, response, () => undefined)
  return [...fixed, ['Cache-Control', 'no-store']]
}

/**
 * Logs a request when it is answered. Paths may contain secret tokens, so only their shape is logged. pino-http creates two
 * child loggers and a serialised request, which costs more than most requests. It is therefore attached at the start only at
 * level debug; otherwise `answerError`, the one place that writes a 5xx, attaches it first.
 */
function requestLog(log: Logger): HttpLogger {
  // By default pino-http measures the response time with the wall clock, which can be set.
  const timed = (response: ServerResponse, line: object) => ({
    ...line,
    responseTime: Math.floor(performance.now() - response[startTime]),
  })
  return pinoHttp({
    logger: log,
    customSuccessObject: (_request, response, line: object) => timed(response, line),
    // `answerError` has logged the error of a 5xx; the one that pino-http would add is its own.
    customErrorObject: (_request, response, error, line: object) =>
      timed(response, { ...line, err: response.statusCode >= 500 ? undefined : error }),
    customLogLevel: (_request, response) => (response.statusCode >= 500 ? 'error' : 'debug'),
    serializers: {
      req: ({ id, method, url }) => ({ id, method, path: pathShape(url) }),
      res: ({ statusCode }) => ({ status: statusCode }),
    },
  })
}

/** Hides the token of `/pay/<token>`, `/link/<token>`, `/sign-in/<token>` and `/stop/<token>`, in any letter case, and the query, which may contain anything. */
const pathShape = (url: string): string =>
  (url.split('?')[0] ?? '').replace(/\/(pay|link|sign-in|stop)\/.*/i, '/$1/…')

/**
 * Answers 503 with the names of the failing checks and no reasons, since the endpoint is public. `?for=api` leaves out the
 * checks that the API does not depend on.
 */
function answerReadiness(failingChecks: AppOptions['failingChecks']): RequestHandler {
  return async (request, response) => {
    const failing = await failingChecks(request.query.for === 'api')
    if (failing.length === 0) response.json({ status: 'ok' })
    else response.status(503).json({ status: 'failing', failing })
  }
}

/** Answers browsers with a page where there is none. Programs get the error of the API. */
function showUnknown(
  { unknownPage, basePath }: Pick<AppOptions, 'unknownPage' | 'basePath'>,
  isApi: (request: Request) => boolean,
): RequestHandler {
  return (request, response, next) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const isOperator = request.path.startsWith(`${basePath}/operator/`)
    const isBrowser = request.get('accept')?.includes('text/html') ?? false
    if (!isRead || !isBrowser || isOperator || isApi(request)) return next()
    const { status, html, policy } = unknownPage({ accepted: request.get('accept-language') })
    response.set({ 'Content-Security-Policy': policy, 'Referrer-Policy': 'no-referrer' })
    response.vary('Accept-Language')
    response.status(status).type('html').send(html)
  }
}

const refuseUnknown: RequestHandler = (_request, _response, next) => next(new DomainError('not_found'))

function refuseWhen(isStopping: () => boolean): RequestHandler {
  return (_request, response, next) => {
    if (!isStopping()) return next()
    response.set('Connection', 'close')
    next(new DomainError('service_unavailable', { retryAfterSeconds: RETRY_WHEN_STOPPING_SECONDS }))
  }
}

/** Writes the body of every error response. */
function answerError(logRequest: HttpLogger, log: Logger): ErrorRequestHandler {
  return (thrown: unknown, request, response, _next) => {
    const error = thrown instanceof ErrorWithPage ? thrown.cause : thrown
    const { status, message, headers, body } = toErrorReply(error)
    if (status >= 500) {
      log.error({ err: error, requestId: request.id }, message)
      if (!log.isLevelEnabled('debug')) logRequest(request, response)
    }
    // Express would close the connection too, but first write the error to the console.
    if (response.headersSent) return void response.destroy()
    if (thrown instanceof ErrorWithPage) return thrown.show()
    if (error instanceof MethodNotAllowed) response.set('Allow', error.allowed.join(', '))
    // The rest of a body that is too large is not read, so the connection cannot be reused.
    if (status === 413) response.set('Connection', 'close')
    return void response.status(status).set(headers).json(body)
  }
}
