import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Request, Response } from 'express'

const compress = promisify(gzip)

/** Sends a text, with gzip for those who take it. */
export async function sendCompressed(request: Request, response: Response, text: string): Promise<void> {
  if (takesGzip(request, response)) response.send(await compress(text))
  else response.send(Buffer.from(text))
}

/** A text that stays as it is: hashed once, compressed once, and sent only to those who do not have it. */
export class ConstantText {
  /** Weak: compressed or not, it is the same text. */
  private readonly etag: string
  /** One for all answers: a copy for each would stay in memory for as long as its reader takes. */
  private readonly bytes: Buffer
  private compressed: Promise<Buffer> | undefined

  constructor(text: string) {
    this.bytes = Buffer.from(text)
    this.etag = `W/"${createHash('sha256').update(this.bytes).digest('base64url')}"`
  }

  async send(request: Request, response: Response): Promise<void> {
    response.set('ETag', this.etag)
    const isPacked = takesGzip(request, response)
    if (request.fresh) {
      for (const name of ['Content-Type', 'Content-Encoding']) response.removeHeader(name)
      response.status(304).end()
    } else if (isPacked) {
      this.compressed ??= compress(this.bytes)
      response.send(await this.compressed)
    } else {
      response.send(this.bytes)
    }
  }
}

/** Says so in the headers of the answer. */
function takesGzip(request: Request, response: Response): boolean {
  response.vary('Accept-Encoding')
  const isTaken = request.acceptsEncodings('gzip', 'identity') === 'gzip'
  if (isTaken) response.set('Content-Encoding', 'gzip')
  return isTaken
}
