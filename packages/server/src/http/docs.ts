import { createHash } from 'node:crypto'
import { Router } from 'express'
import { sendCompressed } from './compressed.js'

/** How the reference looks is its own; http only serves it. */
export interface Docs {
  readonly files: ReadonlyMap<string, DocsFile>
}
interface DocsFile {
  readonly type: string
  readonly text: string
  /** Its Content-Security-Policy. */
  readonly policy: string
}

const PATHS = ['/docs', '/docs.md', '/docs/:page', '/llms.txt', '/llms-full.txt']

/** `GET /docs`, `/docs/{page}`, the same with `.md`, `/llms.txt` and `/llms-full.txt`. What is not there is left to others. */
export function docsRouter(open: () => Promise<Docs>): Router {
  let opened: Promise<Docs> | undefined // at the first request: no start waits for it
  const router = Router({ strict: true, caseSensitive: true })
  router.get(PATHS, async (request, response, next) => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined // the next reader may have more luck
      throw error
    })
    const file = (await opened).files.get(request.path)
    if (!file) return next()
    response.set({
      'Content-Security-Policy': file.policy,
      'Content-Type': `${file.type}; charset=utf-8`,
      'Cache-Control': 'no-cache',
      // Weak: compressed or not, it is the same page.
      ETag: `W/"${createHash('sha256').update(file.text).digest('base64url')}"`,
    })
    await sendCompressed(request, response, file.text)
  })
  return router
}
