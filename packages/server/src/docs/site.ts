import { type CodeColors, codeColors } from './code/code-colors.js'
import { Reader } from './contract.js'
import { Fields } from './fields.js'
import runs from './generated/code-colors.gen.json' with { type: 'json' }
import { linkFrom } from './links.js'
import { llmsIndex } from './llms.js'
import { menuOf } from './menu.js'
import { CodeBlocks } from './pages/code-column.js'
import { docsPolicy, type Frame, renderPage } from './pages/page.js'
import { docsScript } from './pages/scripts.js'
import { missingPage, searchPage } from './pages/search-page.js'
import { docsStyle } from './pages/style.js'
import { docsPages, type PagesOptions } from './pages.js'
import { searchDocuments } from './search/documents.js'
import { createSearch, type HitGroup, type Search } from './search/search.js'
import { wordsOf } from './search/words.js'

export interface DocsOptions extends PagesOptions {
  /** The generated colours, when omitted. */
  readonly colors?: CodeColors
}
/** One served file of the reference. */
export interface DocsFile {
  readonly type: 'text/html' | 'text/markdown' | 'text/plain'
  readonly text: string
  /** Its Content-Security-Policy. */
  readonly policy: string
}
export interface RenderedDocs {
  /** By their path below the base path. */
  readonly files: ReadonlyMap<string, DocsFile>
  /** Renders the page of results for a query. */
  readonly search: (query: string) => DocsFile
  /** Renders the page for an address below `/docs` that no page has. */
  readonly missing: (path: string) => DocsFile
  /** The same results, for the script. */
  readonly hits: (query: string) => readonly HitGroup[]
}

/** Renders the reference. */
export function renderDocs(options: DocsOptions): RenderedDocs {
  const reader = new Reader(options.contract)
  const pages = docsPages(options)
  const colors = options.colors ?? codeColors(runs)
  let opened: Search | undefined // at the first query, so that no page waits for it
  const search: Search = (query) => {
    opened ??= createSearch(searchDocuments(reader, new Fields(reader), pages))
    return opened(query)
  }
  const frame: Frame = { menu: menuOf(reader), style: docsStyle(reader), script: docsScript() }
  const policy = docsPolicy(frame)
  const files = new Map<string, DocsFile>()
  for (const page of pages) {
    const { slug, title, text, script } = page
    const path = slug === '' ? '/docs' : `/docs/${slug}`
    if (files.has(path)) throw new Error(`two pages have the address ${path}`)
    files.set(`${path}.md`, { type: 'text/markdown', text: linkFrom(slug, text), policy })
    const body = page.print(new CodeBlocks(colors))
    const html = renderPage(frame, { slug, title, body, script })
    files.set(path, { type: 'text/html', text: html, policy: docsPolicy(frame, script) })
  }
  const fullText = pages.map(({ text }) => text).join('\n')
  files.set('/llms.txt', { type: 'text/plain', text: linkFrom('', llmsIndex(reader, pages)), policy })
  files.set('/llms-full.txt', { type: 'text/plain', text: linkFrom('', fullText), policy })
  return {
    files,
    search: (query) => {
      const body = searchPage(query, search(query))
      return {
        type: 'text/html',
        text: renderPage(frame, { slug: 'search', title: 'Search', body, hasTwin: false }),
        policy,
      }
    },
    missing: (path) => {
      const slug = path.slice('/docs/'.length)
      const query = wordsOf(slug.replace(/\.(?:md|html?)$/, '')).join(' ')
      const body = missingPage(slug, query, search(query))
      const text = renderPage(frame, { slug, title: 'Page not found', body, hasTwin: false })
      return { type: 'text/html', text, policy }
    },
    hits: search,
  }
}
