import type { RequestHandler } from 'express'
import { startTime } from 'pino-http'
import type { OperationId } from './handler.js'

/** The contract's operations, the other paths that are told apart, and `unknown` for the rest. */
export type ReportedOperation =
  | OperationId
  | 'checkout'
  | 'link'
  | 'console'
  | 'dashboard'
  | 'probe'
  | 'unknown'

/** A request whose response has ended. */
export interface RequestReport {
  readonly operation: ReportedOperation
  /** HTTP status; 499, as in nginx, where the client left before the head of the response. */
  readonly status: number
  /** From the arrival of the head to the end of the response, on a monotonic clock. */
  readonly durationMs: number
  /** True for an event stream, whose duration is that of the connection. */
  readonly isStream: boolean
}

/** Receives each ended request. Must not throw. */
export type ReportRequest = (request: RequestReport) => void

declare module 'http' {
  interface ServerResponse {
    operation?: ReportedOperation
    /** Set when a stream opens, since its headers are forgotten. */
    isEventStream?: true
  }
}

const CLIENT_LEFT = 499

/** Marks the requests of a path that is no operation of a contract. */
export const asOperation =
  (operation: ReportedOperation): RequestHandler =>
  (_request, response, next) => {
    response.operation = operation
    next()
  }

/**
 * Reports each request that came in after this handler, once. A response that waits behind another one on a connection that
 * is lost is not reported, because it never begins.
 */
export const reportRequests =
  (report: ReportRequest): RequestHandler =>
  (_request, response, next) => {
    response.once('close', () =>
      report({
        operation: response.operation ?? 'unknown',
        status: response.headersSent ? response.statusCode : CLIENT_LEFT,
        durationMs: performance.now() - response[startTime],
        isStream: response.isEventStream === true,
      }),
    )
    next()
  }
