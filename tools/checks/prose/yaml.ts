/** Finds the descriptions, summaries and comments of a YAML file. */
import { isScalar, LineCounter, parseDocument, visit } from 'yaml'
import { passagesOfMarkdown } from './markdown.js'
import { Passage, type SourceLine } from './passage.js'

const PROSE_KEYS = ['description', 'summary']

export function passagesOfYaml(text: string): Passage[] {
  const lines = new LineCounter()
  const passages: Passage[] = []
  visit(parseDocument(text, { lineCounter: lines }), {
    Pair(_, { key, value }) {
      if (!isScalar(key) || !isScalar(value) || !PROSE_KEYS.includes(String(key.value))) return
      const [from, to] = value.range ?? [0, 0]
      const isBlock = /^[|>]/.test(text.slice(from, to))
      const source = text.slice(from, to).replace(/^[|>][^\n]*\n/, '')
      passages.push(...passagesOfMarkdown(source, lines.linePos(from).line + (isBlock ? 1 : 0)))
    },
  })
  return [...passages, ...commentsOf(text, '#')]
}

/** Runs of lines that begin with the mark of a comment, in a language whose comments end with their line. */
export function commentsOf(text: string, mark: string): Passage[] {
  const blocks: SourceLine[][] = []
  let isOpen = false
  for (const [index, raw] of text.split('\n').entries()) {
    const trimmed = raw.trim()
    const isComment = trimmed.startsWith(mark)
    if (isComment) {
      const part = { line: index + 1, text: trimmed.slice(mark.length) }
      if (isOpen) blocks.at(-1)?.push(part)
      else blocks.push([part])
    }
    isOpen = isComment
  }
  return blocks.map((block) => new Passage(block))
}
