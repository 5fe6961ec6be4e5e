import { extname } from 'node:path'
import { ALLOWED } from './allowed.js'
import { passagesOfCode } from './code.js'
import { passagesOfMarkdown } from './markdown.js'
import type { Passage } from './passage.js'
import { PATTERNS } from './patterns.js'
import { commentsOf, passagesOfYaml } from './yaml.js'

export interface Fault {
  readonly line: number
  /** The name of the pattern. */
  readonly pattern: string
  /** The sentence, shortened. */
  readonly text: string
}

type Reader = (text: string, path: string) => Passage[]

const readCode: Reader = (text, path) => passagesOfCode(path, text)
const READERS: Readonly<Record<string, Reader>> = {
  '.ts': readCode,
  '.cts': readCode,
  '.mts': readCode,
  '.js': readCode,
  '.cjs': readCode,
  '.mjs': readCode,
  '.md': (text) => passagesOfMarkdown(text),
  '.yaml': (text) => passagesOfYaml(text),
  '.sql': (text) => commentsOf(text, '--'),
  '.grit': (text) => commentsOf(text, '//'),
}
const SHOWN_CHARACTERS = 120

/** Whether a file of this name can hold prose. */
export const isRead = (path: string): boolean => extname(path) in READERS

/** The faults in the prose of a file, in the order of their lines. */
export function proseFaults(path: string, text: string): Fault[] {
  const sentences = (READERS[extname(path)]?.(text, path) ?? []).flatMap((passage) => passage.sentences())
  const faults = sentences.flatMap((sentence) => {
    const prose = withoutAllowed(sentence.prose)
    return PATTERNS.flatMap(({ name, expression }) => {
      const match = expression.exec(prose)
      if (!match) return []
      return [
        { line: sentence.lineAt(match.index), pattern: name, text: excerpt(sentence.text, match.index) },
      ]
    })
  })
  return faults.sort((one, other) => one.line - other.line)
}

const withoutAllowed = (prose: string): string =>
  ALLOWED.reduce((left, { words }) => left.replaceAll(words, '_'.repeat(words.length)), prose)

/** The part of a sentence around an index. */
function excerpt(sentence: string, at: number): string {
  const from = Math.max(0, Math.min(at - SHOWN_CHARACTERS / 2, sentence.length - SHOWN_CHARACTERS))
  const part = sentence.slice(from, from + SHOWN_CHARACTERS)
  return `${from > 0 ? '…' : ''}${part}${from + SHOWN_CHARACTERS < sentence.length ? '…' : ''}`
}
