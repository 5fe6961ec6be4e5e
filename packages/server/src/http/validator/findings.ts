import type { Parameter } from './operations.js'

/** One fault of a request: its location, and whether a required value is absent there. */
export interface Finding {
  readonly part: 'body' | Parameter['in']
  /** Names of nested properties and positions in arrays, or the one name of a parameter. Empty for the body itself. */
  readonly segments: readonly string[]
  readonly isMissing: boolean
}

/** An error of the library. */
interface Fault {
  readonly path: string
  readonly errorCode?: string
}

const PARTS: Readonly<Record<string, Finding['part']>> = {
  body: 'body',
  params: 'path',
  query: 'query',
  headers: 'header',
}

/** Returns the findings that an error of the library carries. @throws the error if it carries none */
export function findingsOf(error: unknown): Finding[] {
  if (typeof error !== 'object' || error === null || !('errors' in error)) throw error
  if (!Array.isArray(error.errors)) throw error
  return error.errors.map(toFinding)
}

/**
 * Converts an error of the library. Its paths are `/body/events/1`, `/query/limit` or `/headers/idempotency-key`; with a
 * discriminator, paths in the body lack `/body`. Names in a body are those of the contract: the library checks no others.
 */
function toFinding({ path, errorCode }: Fault): Finding {
  const [first = '', ...rest] = path.split('/').slice(1)
  const part = PARTS[first]
  const isMissing = errorCode?.startsWith('required') ?? false
  return part ? { part, segments: rest, isMissing } : { part: 'body', segments: [first, ...rest], isMissing }
}
