import { inspect } from 'node:util'
import { type ErrorClass, ReturnedError } from '../peers/client.js'
import type { SeenError } from './report.js'

/** Describes an error that a client threw or returned. */
export function seeError(error: unknown, classes: readonly ErrorClass[]): SeenError {
  const text = inspect(error, { depth: 8, showHidden: true, maxStringLength: null })
  const name = nameOf(error)
  return {
    name,
    isTyped: classes.some((type) => error instanceof type),
    isTimeout: /time(?:d )?-?out|ETIMEDOUT/i.test(`${name} ${memberOf(error, 'message')}`),
    hint: hintOf(error instanceof ReturnedError ? error.result : error),
    text,
  }
}

/** The name of its class, unless it is generic. */
function nameOf(error: unknown): string {
  const name = `${memberOf(memberOf(error, 'constructor'), 'name')}`
  return /^(?:DOMException|Error|ReturnedError)$/.test(name) ? `${memberOf(error, 'name')}` : name
}

/** The properties in which clients keep the headers of an answer. */
function hintOf(error: unknown): SeenError['hint'] {
  if (typeof memberOf(error, 'retryAfterMs') === 'number') return 'retryAfterMs'
  const answers = ['response', 'rawResponse'].map((name) => memberOf(error, name))
  const isThere = [error, ...answers].some((answer) => {
    const headers = memberOf(answer, 'headers')
    return headers instanceof Headers ? headers.has('retry-after') : memberOf(headers, 'retry-after')
  })
  return isThere ? 'headers' : undefined
}

const memberOf = (value: unknown, name: string): unknown => Reflect.get(Object(value), name)
