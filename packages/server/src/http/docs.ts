import { Router } from 'express'
import { ConstantText, sendCompressed } from './validator/compressed.js'

/** The pages of the API reference, rendered elsewhere. */
export interface Docs {
  readonly files: ReadonlyMap<string, DocsFile>
  /** Renders the results for a query. */
  readonly search: (query: string) => DocsFile
}
interface DocsFile {
  readonly type: string
  readonly text: string
  /** Its Content-Security-Policy. */
  readonly policy: string
  /** Its address changes with its content. */
  readonly isImmutable?: boolean
}
interface ServedFile {
  readonly headers: Readonly<Record<string, string>>
  readonly text: ConstantText
}
interface ServedDocs {
  readonly files: ReadonlyMap<string, ServedFile>
  readonly search: Docs['search']
}

const PATHS = ['/docs', '/docs.md', '/docs/:page', '/docs/:group/:page', '/llms.txt', '/llms-full.txt']
/** Longer queries are cut. */
const MAX_QUERY = 100
const PATHS_WITH_SLASH = ['/docs/', '/docs/:page/', '/docs/:group/:page/']

/**
 * Serves `GET /docs`, `/docs/{page}` and `/docs/{group}/{page}`, all also with `.md`, `/llms.txt` and `/llms-full.txt`. The
 * root redirects to `/docs`, and a page path with a trailing slash to the page; `/docs/search?q=` prints results. Unknown
 * paths are passed on.
 */
export function docsRouter(open: () => Promise<Docs>): Router {
  let opened: Promise<ServedDocs> | undefined // at the first request, so that no start waits for it
  const load = () => {
    opened ??= open()
      .then(({ files, search }) => ({ files: servedFiles(files), search }))
      .catch((error: unknown) => {
        opened = undefined // the next request tries again
        throw error
      })
    return opened
  }
  const find = async (path: string) => (await load()).files.get(path)
  const router = Router({ strict: true, caseSensitive: true })
  // The only page that a browser finds at a server whose address it knows. Not for ever: an operator may put a site there.
  router.get('/', (request, response) =>
    response.set('Location', `${request.baseUrl}/docs`).status(302).end(),
  )
  router.get('/docs/search', async (request, response) => {
    const { q = '' } = request.query
    const { search } = await load()
    const file = search(`${q}`.slice(0, MAX_QUERY))
    response.set(headersOf(file))
    await sendCompressed(request, response, file.text)
  })
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

function servedFiles(files: Docs['files']): ServedDocs['files'] {
  const served = [...files].map(([path, file]): [string, ServedFile] => [
    path,
    { headers: headersOf(file), text: new ConstantText(file.text) },
  ])
  return new Map(served)
}

const headersOf = ({ type, policy, isImmutable = false }: DocsFile) => ({
  'Content-Security-Policy': policy,
  'Content-Type': `${type}; charset=utf-8`,
  // Proxies must not change a page, because its policy refuses what they add.
  'Cache-Control': `${isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache'}, no-transform`,
})
