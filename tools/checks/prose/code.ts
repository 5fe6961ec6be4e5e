/** Finds the comments and the messages of a TypeScript or JavaScript file. */
import ts from 'typescript'
import { Passage, type SourceLine } from './passage.js'

/** A message has a space between its words; a name, a path and a keyword have none. Guillemets may be in any text. */
const MESSAGE = /\p{L}\s+\S*\p{L}|[«»]/u
const EMPTY: SourceLine = { line: 0, text: '' }
const TAG = /^@(\w+)\s*/
const ITEM = /^(?:[-*]|\d+\.) /

export function passagesOfCode(path: string, text: string): Passage[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1
  const comments = new Map<number, ts.CommentRange>()
  const passages: Passage[] = []
  const visit = (node: ts.Node): void => {
    const message = messageOf(node)
    if (message !== undefined && MESSAGE.test(message)) {
      const first = lineOf(node.getStart(source))
      passages.push(
        new Passage(message.split('\n').map((line, index) => ({ line: first + index, text: line }))),
      )
    }
    for (const range of [
      ...(ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.getEnd()) ?? []),
    ])
      comments.set(range.pos, range)
    for (const child of node.getChildren(source)) visit(child)
  }
  visit(source)
  const lines = [...comments.values()]
    .sort((one, other) => one.pos - other.pos)
    .flatMap(({ pos, end }) => {
      const lines = linesOfComment(text.slice(pos, end), lineOf(pos))
      return isBesideCode(text, pos) ? [EMPTY, ...lines, EMPTY] : lines
    })
  return [...passages, ...paragraphsOf(lines)]
}

/** The text of a string or of a template, whose values become `x`. */
function messageOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (!ts.isTemplateExpression(node)) return undefined
  return node.head.text + node.templateSpans.map(({ literal }) => `x${literal.text}`).join('')
}

/** Whether code stands before a position on its line: a comment there is not continued on the next line. */
const isBesideCode = (text: string, position: number): boolean =>
  text.slice(text.lastIndexOf('\n', position) + 1, position).trim() !== ''

/** A comment's lines without its marks; an empty line stands between two comments. */
function linesOfComment(comment: string, first: number): SourceLine[] {
  const isBlock = comment.startsWith('/*')
  const inner = isBlock ? comment.slice(2, -2) : comment.slice(2)
  const lines = inner.split('\n').map((line, index) => ({
    line: first + index,
    text: isBlock ? line.replace(/^\s*\*+ ?/, '') : line,
  }))
  return isBlock ? [EMPTY, ...lines, EMPTY] : lines
}

/** A paragraph ends at an empty line, at a tag, at an item of a list and where lines are missing. Examples are code. */
function paragraphsOf(lines: readonly SourceLine[]): Passage[] {
  const paragraphs: SourceLine[][] = []
  let isExample = false
  let last = EMPTY
  for (const { line, text } of lines) {
    const trimmed = text.trim()
    const [, tag] = TAG.exec(trimmed) ?? []
    if (tag !== undefined) isExample = tag === 'example'
    else if (line !== last.line && line !== last.line + 1) isExample = false
    const isContinued = last.text !== '' && line <= last.line + 1 && tag === undefined && !ITEM.test(trimmed)
    if (trimmed !== '' && !isExample) {
      const part = { line, text: trimmed.replace(TAG, '').replace(ITEM, '') }
      if (isContinued) paragraphs.at(-1)?.push(part)
      else paragraphs.push([part])
    }
    last = { line, text: isExample ? '' : trimmed }
  }
  return paragraphs.map((paragraph) => new Passage(paragraph))
}
