import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGzip, gzip } from 'node:zlib'
import type { Request, Response } from 'express'

const compress = promisify(gzip)

/** Sends a text, compressed with gzip if the client accepts it. */
export async function sendCompressed(request: Request, response: Response, text: string): Promise<void> {
  if (takesGzip(request, response)) response.send(await compress(text))
  else response.send(Buffer.from(text))
}

/**
 * Sends the parts of a text, compressed with gzip if the client accepts it. A part is asked for once the client has taken the
 * ones before it. A client that goes away ends it.
 *
 * @throws the errors of the parts; the connection is cut then
 */
export async function streamCompressed(
  request: Request,
  response: Response,
  parts: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  const isGzip = takesGzip(request, response)
  if (request.method === 'HEAD') return void response.end()
  const source = Readable.from(parts)
  const sent = isGzip ? pipeline(source, createGzip(), response) : pipeline(source, response)
  await sent.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  })
}

/** A constant text: hashed once, compressed once, and answered with 304 to clients that have it. */
export class ConstantText {
  /** Weak, because both encodings carry the same text. */
  private readonly etag: string
  /** Shared by all responses: a copy for each would stay in memory until its client has read it. */
  private readonly bytes: Buffer
  private compressed: Promise<Buffer> | undefined

  constructor(text: string) {
    this.bytes = Buffer.from(text)
    this.etag = `W/"${createHash('sha256').update(this.bytes).digest('base64url')}"`
  }

  async send(request: Request, response: Response): Promise<void> {
    response.set('ETag', this.etag)
    const isGzip = takesGzip(request, response)
    if (request.fresh) {
      for (const name of ['Content-Type', 'Content-Encoding']) response.removeHeader(name)
      response.status(304).end()
    } else if (isGzip) {
      this.compressed ??= compress(this.bytes)
      response.send(await this.compressed)
    } else {
      response.send(this.bytes)
    }
  }
}

/** Returns whether the client accepts gzip, and sets the headers of the response accordingly. */
function takesGzip(request: Request, response: Response): boolean {
  response.vary('Accept-Encoding')
  const isTaken = request.acceptsEncodings('gzip', 'identity') === 'gzip'
  if (isTaken) response.set('Content-Encoding', 'gzip')
  return isTaken
}
