import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { type Request, Router } from 'express'

/** How the reference looks is its own; http only serves it. */
export interface Docs {
  readonly policy: string
  readonly files: ReadonlyMap<string, { readonly type: string; readonly text: string }>
}
/** A file ready to be sent. */
interface Packed {
  readonly type: string
  readonly text: string
  readonly gzipped: Buffer
  readonly version: string
}

const PATHS = ['/docs', '/docs.md', '/docs/:page', '/llms.txt', '/llms-full.txt']
const compress = promisify(gzip)

/** `GET /docs`, `/docs/{page}`, the same with `.md`, `/llms.txt` and `/llms-full.txt`. What is not there is left to others. */
export function docsRouter(open: () => Promise<Docs>): Router {
  let opened: Promise<Docs> | undefined // at the first request: no start waits for it
  const packed = new Map<string, Promise<Packed>>()
  const router = Router({ strict: true, caseSensitive: true })
  router.get(PATHS, async (request, response, next) => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined // the next reader may have more luck
      throw error
    })
    const { policy, files } = await opened
    const file = files.get(request.path)
    if (!file) return next()
    const ready = packed.get(request.path) ?? pack(file)
    packed.set(request.path, ready)
    const { type, text, gzipped, version } = await ready
    const isGzipped = acceptsGzip(request)
    response.set({
      'Content-Security-Policy': policy,
      'Content-Type': `${type}; charset=utf-8`,
      'Cache-Control': 'no-cache',
      ETag: `"${version}${isGzipped ? '-gzip' : ''}"`,
      Vary: 'Accept-Encoding',
    })
    if (isGzipped) response.set('Content-Encoding', 'gzip').send(gzipped)
    else response.send(text)
  })
  return router
}

async function pack({ type, text }: { type: string; text: string }): Promise<Packed> {
  const version = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  return { type, text, gzipped: await compress(text), version }
}

const acceptsGzip = (request: Request): boolean => request.acceptsEncodings('gzip', 'identity') === 'gzip'
