import type { Response } from 'express'

/**
 * Answers like Express's own `json`, for an app where nothing changes how: Express looks for settings, for a tag and for
 * a type that somebody set, and parses the type that it has just written.
 */
export function sendJson(this: Response, body: unknown): Response {
  const text = JSON.stringify(body)
  this.setHeader('Content-Type', 'application/json; charset=utf-8')
  this.setHeader('Content-Length', Buffer.byteLength(text))
  this.end(text)
  return this
}
