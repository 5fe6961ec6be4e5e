/** Finds the paragraphs, headings, list items and table cells of a Markdown text. Code blocks are left out. */
import { Passage, type SourceLine } from './passage.js'

const FENCE = /^\s*(?:```|~~~)/
const ITEM = /^\s*(?:[-*+]|\d+\.)\s+/
const HEADING = /^#{1,6} /
const TABLE = /^\s*\|/
/** The address of a link or an image, and HTML. */
const ADDRESS = /\]\([^)]*\)|<[^>]*>/g

/** @param firstLine the number of the text's first line in its file */
export function passagesOfMarkdown(text: string, firstLine = 1): Passage[] {
  const blocks: SourceLine[][] = []
  let isOpen = false
  let isCode = false
  for (const [index, raw] of text.split('\n').entries()) {
    const line = firstLine + index
    if (FENCE.test(raw)) {
      isCode = !isCode
      isOpen = false
      continue
    }
    const plain = raw.replace(ADDRESS, (address) => (address.startsWith(']') ? ']' : ' '))
    if (isCode || plain.trim() === '') {
      isOpen = false
    } else if (TABLE.test(plain)) {
      for (const cell of plain.split('|')) blocks.push([{ line, text: cell }])
      isOpen = false
    } else if (HEADING.test(plain)) {
      blocks.push([{ line, text: plain.replace(HEADING, '') }])
      isOpen = false
    } else {
      const part = { line, text: plain.replace(ITEM, '').replace(/^\s*>\s?/, '') }
      if (isOpen && !ITEM.test(plain)) blocks.at(-1)?.push(part)
      else blocks.push([part])
      isOpen = true
    }
  }
  return blocks.map((block) => new Passage(block))
}
