import { pageIcon } from '../../../src/ui/page-icon.js'
import type { Harness } from '../server/harness.js'

/** A served file of the reference. */
export interface ReadFile {
  readonly path: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Reads one file by its path. */
export async function read(harness: Harness, path: string): Promise<ReadFile> {
  const answer = await fetch(new URL(path, harness.server.url))
  return { path, status: answer.status, headers: answer.headers, text: await answer.text() }
}

/** The compressed size of a file, in bytes on the wire. */
export async function packedSize(harness: Harness, path: string): Promise<number> {
  const { headers } = await harness.call('GET', path, { headers: { 'accept-encoding': 'gzip' } })
  return Number(headers['content-length'])
}

/** Reads a page and all pages that it links to, once each. */
export async function crawl(harness: Harness, first: string): Promise<Map<string, ReadFile>> {
  const found = new Map<string, ReadFile>()
  const waiting = [first]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue
    const file = await read(harness, path)
    found.set(path, file)
    waiting.push(...linksOf(file).map((link) => link.path))
  }
  return found
}

/** Returns the targets of the links of a page or its Markdown. */
export function linksOf({ path, text, headers }: ReadFile): { path: string; anchor: string }[] {
  const isHtml = headers.get('content-type')?.startsWith('text/html')
  const isText = /markdown|plain/.test(headers.get('content-type') ?? '')
  const targets = isHtml
    ? [...text.replace(pageIcon.text, '').matchAll(/ href="([^"]+)"/g)]
    : isText
      ? [...text.replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/\]\(([^)\s]+)\)/g)]
      : []
  return targets.map(([, target = '']) => {
    const url = new URL(target, `http://reader.test${path}`)
    if (url.host !== 'reader.test') throw new Error(`${path} links to another site: ${target}`)
    return { path: url.pathname, anchor: url.hash.slice(1) }
  })
}

/** Returns the ids of a page that links can point to. */
export function anchorsOf({ text, headers }: ReadFile): Set<string> {
  if (headers.get('content-type')?.startsWith('text/html'))
    return new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id))
  const counts = new Map<string, number>()
  const headings = [...text.replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/^#+ (.+)$/gm)]
  return new Set(
    headings.map(([, heading = '']) => {
      // The slugs of GitHub and others, implemented again so that a fault of the server's slugs shows.
      const slug = heading
        .toLowerCase()
        .replaceAll(/[`.'’,:()/{}]/g, '')
        .replaceAll(' ', '-')
      const count = counts.get(slug) ?? 0
      counts.set(slug, count + 1)
      return count === 0 ? slug : `${slug}-${count}`
    }),
  )
}

/** Returns the visible text of a page. */
export const visible = (html: string): string =>
  html
    .replaceAll(/<style>[\s\S]*?<\/style>/g, '')
    .replaceAll(/<\/?i\b[^>]*>/g, '') // colours of code, also within a word
    .replaceAll(/<svg[^>]* role="img" aria-label="([^"]*)"[^>]*>/g, ' $1 ')
    .replaceAll(/<button[\s\S]*?<\/button>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
