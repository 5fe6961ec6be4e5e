import { readFileSync, writeFileSync } from 'node:fs'
import { type Table, toMarkdown } from './table.js'

const PAGE = new URL('../../../docs/sdk-faults.md', import.meta.url)

/** Writes a table between its markers on the published page. */
export function writePage(name: string, table: Table): void {
  const page = readFileSync(PAGE, 'utf8')
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`]
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`docs/sdk-faults.md has no marks for ${name}`)
  writeFileSync(PAGE, `${page.slice(0, from)}${begin}\n\n${toMarkdown(table)}\n\n${page.slice(to)}`)
}
