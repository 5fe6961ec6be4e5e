import { escapeHtml, Html } from '../runtime/html.js'

/** One kind of block: its first line, its further lines, and its HTML. */
interface BlockRule {
  readonly begins: RegExp
  readonly continues: RegExp
  print(lines: readonly string[], page: PageState): string
}

/** Prints the fences of a page: one alone, or several of which the reader chooses one. */
export interface FencePrinter {
  single(fence: Fence): Html
  group(fences: readonly Fence[]): Html
  /** Whether fences of this title are alternatives. */
  isAlternative(title: string): boolean
}
export interface Fence {
  readonly title: string
  readonly language: string
  readonly code: string
}

/** Ids used so far, so that each is unique on the page. */
interface PageState {
  readonly ids: Map<string, number>
  readonly fences: FencePrinter
}

const FENCE = /^```(\w*) ?(.*)$/
const ITEM = /^(?:- |\d+\. )/
const NOTHING = /^(?!)/
const BLOCKS: readonly BlockRule[] = [
  { begins: /^#{1,6} /, continues: NOTHING, print: ([line = ''], page) => printHeading(line, page) },
  { begins: /^\|/, continues: /^\|/, print: printTable },
  { begins: ITEM, continues: /^(?:- |\d+\. | +\S)/, print: printList },
  {
    begins: /./,
    continues: /^(?!#{1,6} |```|\||- |\d+\. )./,
    print: (lines) => `<p>${inline(lines.join(' '))}</p>`,
  },
]

/**
 * Renders the Markdown of the reference as HTML: headings, paragraphs, lists, tables and fences; code, bold and links
 * inside them. Everything else is text, and all text is escaped. Consecutive fences of alternatives become one group. A row of
 * a table has the first code in it as its id, so that links lead to an error or a status.
 *
 * @throws Error for a link that leaves the site, because the reference works offline
 */
export function renderMarkdown(markdown: string, fences: FencePrinter): Html {
  const page: PageState = { ids: new Map(), fences }
  const lines = markdown.split('\n')
  const printed: string[] = []
  let at = 0
  while (at < lines.length) {
    const line = lines[at] ?? ''
    if (line === '') at += 1
    else if (FENCE.test(line)) at = printFences(lines, at, page, printed)
    else at = printBlock(lines, at, page, printed)
  }
  return new Html(printed.join('\n'))
}

/** Renders the Markdown of one line. */
export const inlineMarkdown = (text: string): Html => new Html(inline(text))

/** Returns the id of a heading, the same as other Markdown renderers make. */
export const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-')

/** Returns the id of a table's row from the first code in it, such as an error; the name of a parameter is left out. */
export const rowIdOf = (code: string): string => slugOf(code.replace(/: .+$/, ''))

function printBlock(lines: readonly string[], at: number, page: PageState, printed: string[]): number {
  const rule = BLOCKS.find(({ begins }) => begins.test(lines[at] ?? ''))
  if (!rule) throw new Error(`unknown Markdown block: ${lines[at]}`)
  let end = at + 1
  while (end < lines.length && rule.continues.test(lines[end] ?? '')) end += 1
  printed.push(rule.print(lines.slice(at, end), page))
  return end
}

function printFences(lines: readonly string[], from: number, page: PageState, printed: string[]): number {
  const { fences } = page
  const group: Fence[] = []
  let at = from
  for (;;) {
    const [found, language = '', title = ''] = FENCE.exec(lines[at] ?? '') ?? []
    const isAlternative = fences.isAlternative(title)
    if (found === undefined || (group.length > 0 && !isAlternative)) break
    const end = lines.indexOf('```', at + 1)
    if (end === -1) throw new Error(`a fence is not closed: ${found}`)
    group.push({ title, language, code: lines.slice(at + 1, end).join('\n') })
    at = end + 1
    if (!isAlternative) break
    while (lines[at] === '') at += 1
  }
  const [first] = group
  const isAlone = group.length === 1 && first !== undefined
  const { text } = isAlone ? fences.single(first) : fences.group(group)
  printed.push(text)
  return at
}

function printHeading(line: string, page: PageState): string {
  const level = line.indexOf(' ')
  const text = line.slice(level + 1)
  const slug = slugOf(text)
  const count = page.ids.get(slug) ?? 0
  page.ids.set(slug, count + 1)
  return `<h${level} id="${count === 0 ? slug : `${slug}-${count}`}">${inline(text)}</h${level}>`
}

function printTable([head = '', , ...rows]: readonly string[], page: PageState): string {
  const cells = (row: string, tag: string) =>
    row
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => `<${tag}>${inline(cell.trim().replaceAll('\\|', '|'))}</${tag.slice(0, 2)}>`)
      .join('')
  return `<div class="wide" tabindex="0"><table>
<thead><tr>${cells(head, 'th scope="col"')}</tr></thead>
<tbody>
${rows.map((row) => `<tr${rowId(row, page)}>${cells(row, 'td')}</tr>`).join('\n')}
</tbody></table></div>`
}

/** A second row of the same id goes without one. */
function rowId(row: string, { ids }: PageState): string {
  const [, code] = /^\|[^|`]*(?:\|[^|`]*)?`([^`]+)`/.exec(row) ?? []
  const slug = rowIdOf(code ?? '')
  if (slug === '' || ids.has(slug)) return ''
  ids.set(slug, 1)
  return ` id="${slug}"`
}

function printList(lines: readonly string[]): string {
  const items: string[] = []
  for (const line of lines) {
    if (ITEM.test(line)) items.push(line.replace(ITEM, ''))
    else items.push(`${items.pop()} ${line.trim()}`)
  }
  const tag = /^\d/.test(lines[0] ?? '') ? 'ol' : 'ul'
  return `<${tag}>\n${items.map((item) => `<li>${inline(item)}</li>`).join('\n')}\n</${tag}>`
}

const INLINE = /`(?<code>[^`]+)`|\*\*(?<bold>.+?)\*\*|\[(?<label>(?:`[^`]*`|[^\]])+)\]\((?<target>[^)\s]+)\)/g

function inline(text: string): string {
  let printed = ''
  let at = 0
  for (const { 0: found, index, groups = {} } of text.matchAll(INLINE)) {
    printed += escapeHtml(text.slice(at, index)) + span(groups)
    at = index + found.length
  }
  return printed + escapeHtml(text.slice(at))
}

function span({ code, bold, label = '', target = '' }: Readonly<Record<string, string | undefined>>): string {
  if (code !== undefined) return `<code>${escapeHtml(code)}</code>`
  if (bold !== undefined) return `<strong>${inline(bold)}</strong>`
  return `<a href="${escapeHtml(pageOf(target))}">${inline(label)}</a>`
}

/** Turns the target of a Markdown link, `errors.md`, into the target of the HTML page. */
function pageOf(target: string): string {
  if (/^[^#?]*:|^\//.test(target)) throw new Error(`a link leaves the reference: ${target}`)
  return target.replace(/\.md(?=#|$)/, '')
}
