import type { Request } from 'express'
import getRawBody from 'raw-body'
import { DomainError } from '../../domain/shared/errors.js'

const MAX_BODY_BYTES = 65_536
const NO_BYTES = Buffer.alloc(0)
/** Skips a byte order mark, which some editors and libraries put before a text. */
const strictUtf8 = new TextDecoder('utf-8', { fatal: true })
/** Charsets that RFC 8259 allows for JSON. Other parameters of the media type are ignored. */
const CHARSET = /^(?:utf-?8|us-ascii)$/
/** One parameter of a media type; a quoted value may contain semicolons. */
const PARAMETER = /;\s*([^\s;="]*)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]*)))?/g

/** Returns the bytes of the body exactly as received, since the signature covers them. @throws request_body_too_large */
export async function readBody(request: Request, limit = MAX_BODY_BYTES): Promise<Buffer> {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers
  if (length === undefined && coding === undefined) return NO_BYTES // in HTTP/1.1 there is then no body
  try {
    return await getRawBody(request, { limit, ...(length === undefined ? {} : { length }) })
  } catch (error) {
    const isTooLarge = error instanceof Error && 'type' in error && error.type === 'entity.too.large'
    throw isTooLarge ? new DomainError('request_body_too_large') : new DomainError('invalid_json')
  }
}

/** A parsed body, with the text that it was parsed from. */
export interface ParsedBody {
  readonly text: string
  readonly value: unknown
}

/** Parses a JSON body: strict UTF-8, no content coding. @throws unsupported_media_type, invalid_json */
export function parseBody(request: Request, bytes: Buffer): ParsedBody {
  const coding = request.get('content-encoding') ?? 'identity'
  if (coding !== 'identity' || !isJson(request.get('content-type') ?? '')) {
    throw new DomainError('unsupported_media_type')
  }
  try {
    const text = strictUtf8.decode(bytes)
    return { text, value: JSON.parse(text) }
  } catch {
    throw new DomainError('invalid_json')
  }
}

function isJson(contentType: string): boolean {
  const [type = ''] = contentType.split(';')
  if (type.trim().toLowerCase() !== 'application/json') return false
  return [...contentType.slice(type.length).toLowerCase().matchAll(PARAMETER)].every(
    ([, name, quoted, plain]) => name !== 'charset' || CHARSET.test(quoted ?? plain ?? ''),
  )
}
