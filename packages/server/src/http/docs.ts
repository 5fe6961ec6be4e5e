import { type Request, Router } from 'express'
import { ConstantText, sendCompressed } from './validator/compressed.js'

/** The pages of the API reference, rendered elsewhere. */
export interface Docs {
  readonly files: ReadonlyMap<string, DocsFile>
  /** Renders the results for a query. */
  readonly search: (query: string) => DocsFile
  /** Renders the page for an address below `/docs` that no page has. */
  readonly missing: (path: string) => DocsFile
  /** The same results, for the script of the pages. */
  readonly hits: (query: string) => unknown
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
interface ServedDocs extends Omit<Docs, 'files'> {
  readonly files: ReadonlyMap<string, ServedFile>
}

const PATHS = ['/docs', '/docs.md', '/docs/:page', '/docs/:group/:page', '/llms.txt', '/llms-full.txt']
/** Longer queries are cut. */
const MAX_QUERY = 100
/** Only that much of an unknown address is looked for. */
const MAX_PATH = 200
const PATHS_WITH_SLASH = ['/docs/', '/docs/:page/', '/docs/:group/:page/']

/**
 * Serves `GET /docs`, `/docs/{page}` and `/docs/{group}/{page}`, all also with `.md`, `/llms.txt` and `/llms-full.txt`. The
 * root redirects to `/docs`, and a page path with a trailing slash to the page. `/docs/search?q=` prints results, and
 * `/docs/search.json?q=` has them for the script. An unknown path below `/docs` gets a page of its own with status 404; others
 * are passed on.
 */
export function docsRouter(open: () => Promise<Docs>): Router {
  let opened: Promise<ServedDocs> | undefined // at the first request, so that no start waits for it
  const load = () => {
    opened ??= open()
      .then(({ files, ...docs }) => ({ files: servedFiles(files), ...docs }))
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
    const { search } = await load()
    const file = search(queryOf(request))
    response.set(headersOf(file))
    await sendCompressed(request, response, file.text)
  })
  router.get('/docs/search.json', async (request, response) => {
    const { hits } = await load()
    response.set({ 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-cache' })
    await sendCompressed(request, response, JSON.stringify(hits(queryOf(request))))
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
  router.use(async (request, response, next) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead || !request.path.startsWith('/docs/')) return next()
    const { missing } = await load()
    const file = missing(request.path.slice(0, MAX_PATH))
    response.set(headersOf(file)).status(404)
    await sendCompressed(request, response, file.text)
  })
  return router
}

const queryOf = ({ query: { q = '' } }: Request): string => `${q}`.slice(0, MAX_QUERY)

function servedFiles(files: Docs['files']): ServedDocs['files'] {
  const served = [...files].map(([path, file]): [string, ServedFile] => [
    path,
    { headers: headersOf(file), text: new ConstantText(file.text) },
  ])
  return new Map(served)
}

const headersOf = ({ type, policy }: DocsFile) => ({
  'Content-Security-Policy': policy,
  'Content-Type': `${type}; charset=utf-8`,
  // Proxies must not change a page, because its policy refuses what they add.
  'Cache-Control': 'no-cache, no-transform',
})
