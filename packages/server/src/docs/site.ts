import { createHash } from 'node:crypto'
import { groupSlug } from './addresses.js'
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
import { searchPage } from './pages/search-page.js'
import { docsStyle } from './pages/style.js'
import { docsPages, type PagesOptions } from './pages.js'
import { searchEntries } from './search/search-index.js'

export interface DocsOptions extends PagesOptions {
  /** The generated colours, when omitted. */
  readonly colors?: CodeColors
}
/** One served file of the reference. */
export interface DocsFile {
  readonly type: 'text/html' | 'text/markdown' | 'text/plain' | 'application/json'
  readonly text: string
  /** Its Content-Security-Policy. */
  readonly policy: string
  /** Its address changes with its content. */
  readonly isImmutable?: boolean
}
export interface RenderedDocs {
  /** By their path below the base path. */
  readonly files: ReadonlyMap<string, DocsFile>
  /** Renders the page of results for a query. */
  readonly search: (query: string) => DocsFile
}

/** Renders the reference. */
export function renderDocs(options: DocsOptions): RenderedDocs {
  const reader = new Reader(options.contract)
  const pages = docsPages(options)
  const colors = options.colors ?? codeColors(runs)
  const groups = reader.document.tags.map(({ name }) => groupSlug(name))
  const guides = pages.filter(({ slug }) => !slug.includes('/') && ![...groups, 'objects'].includes(slug))
  const entries = searchEntries(reader, new Fields(reader), guides)
  const index = JSON.stringify(entries)
  const searchIndex = `search.${createHash('sha256').update(index).digest('hex').slice(0, 12)}.json`
  const frame: Frame = { menu: menuOf(reader), style: docsStyle(reader), script: docsScript(), searchIndex }
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
  files.set(`/docs/${searchIndex}`, { type: 'application/json', text: index, policy, isImmutable: true })
  return {
    files,
    search: (query) => {
      const body = searchPage(entries, query)
      return { type: 'text/html', text: renderPage(frame, { slug: 'search', title: 'Search', body }), policy }
    },
  }
}
