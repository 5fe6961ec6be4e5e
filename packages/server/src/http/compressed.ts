import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Request, Response } from 'express'

const compress = promisify(gzip)

/** Sends a text, with gzip for those who take it. */
export async function sendCompressed(request: Request, response: Response, text: string): Promise<void> {
  response.vary('Accept-Encoding')
  if (request.acceptsEncodings('gzip', 'identity') === 'gzip') {
    response.set('Content-Encoding', 'gzip')
    response.send(await compress(text))
  } else {
    response.send(Buffer.from(text))
  }
}
