import { Router } from 'express'
import { ConstantText } from './validator/compressed.js'

/** The pages of the API reference, rendered elsewhere. */
export interface Docs {
  readonly files: ReadonlyMap<string, DocsFile>
}
interface DocsFile {
  readonly type: string
  readonly text: string
  /** Its Content-Security-Policy. */
  readonly policy: string
}
interface ServedFile {
  readonly headers: Readonly<Record<string, string>>
  readonly text: ConstantText
}

const PATHS = ['/docs', '/docs.md', '/docs/:page', '/docs/:group/:page', '/llms.txt', '/llms-full.txt']
const PATHS_WITH_SLASH = ['/docs/', '/docs/:page/', '/docs/:group/:page/']

/**
 * Serves `GET /docs`, `/docs/{page}` and `/docs/{group}/{page}`, all also with `.md`, `/llms.txt` and `/llms-full.txt`. The
 * root redirects to `/docs`, and a page path with a trailing slash to the page. Unknown paths are passed on.
 */
export function docsRouter(open: () => Promise<Docs>): Router {
  let opened: Promise<ReadonlyMap<string, ServedFile>> | undefined // at the first request, so that no start waits for it
  const find = async (path: string) => {
    opened ??= open()
      .then(servedFiles)
      .catch((error: unknown) => {
        opened = undefined // the next request tries again
        throw error
      })
    return (await opened).get(path)
  }
  const router = Router({ strict: true, caseSensitive: true })
  // The only page that a browser finds at a server whose address it knows. Not for ever: an operator may put a site there.
  router.get('/', (request, response) =>
    response.set('Location', `${request.baseUrl}/docs`).status(302).end(),
  )
  router.get(PATHS, async (request, response, next) => {
    const file = await find(request.path)
    if (!file) return next()
    response.set(file.headers)
    await file.text.send(request, response)
  })
  router.get(PATHS_WITH_SLASH, async (request, response, next) => {
    const path = request.path.slice(0, -1)
    if (!(await find(path))) return next()
    // Relative, so that it works under any base path.
    response.set('Location', `..${path.slice(path.lastIndexOf('/'))}`)
    response.status(308).end()
  })
  return router
}

function servedFiles({ files }: Docs): ReadonlyMap<string, ServedFile> {
  const served = [...files].map(([path, { type, text, policy }]): [string, ServedFile] => {
    const headers = {
      'Content-Security-Policy': policy,
      'Content-Type': `${type}; charset=utf-8`,
      'Cache-Control': 'no-cache',
    }
    return [path, { headers, text: new ConstantText(text) }]
  })
  return new Map(served)
}
