export interface SourceLine {
  /** Counted from 1. */
  readonly line: number
  readonly text: string
}

export interface Sentence {
  /** As it is written, on one line. */
  readonly text: string
  /** The same, with code in backticks blanked. */
  readonly prose: string
  /** The line of the file that holds the character at an index of the text. */
  lineAt(index: number): number
}

/** Ends a sentence: a full stop, question mark or exclamation mark, with closing marks, before a capital letter. */
const END = /(?<=[.!?][)\]"'*_`]*)\s+(?=[("'*_`[]*[A-Z])/g
const CODE = /`[^`]*`/g

/** A paragraph, comment or message of a file, joined to one line. */
export class Passage {
  private readonly text: string
  private readonly prose: string
  private readonly starts: { readonly offset: number; readonly line: number }[] = []

  constructor(lines: readonly SourceLine[]) {
    let joined = ''
    for (const { line, text } of lines) {
      if (joined !== '') joined += ' '
      this.starts.push({ offset: joined.length, line })
      joined += text.trim()
    }
    this.text = joined
    this.prose = joined.replace(CODE, (code) => '_'.repeat(code.length))
  }

  /** The sentences in their order. */
  sentences(): Sentence[] {
    const starts = [0, ...[...this.prose.matchAll(END)].map(({ index, 0: space }) => index + space.length)]
    return starts.map((from, index) => ({
      text: this.text.slice(from, starts[index + 1]).trimEnd(),
      prose: this.prose.slice(from, starts[index + 1]).trimEnd(),
      lineAt: (at) => this.starts.findLast(({ offset }) => offset <= from + at)?.line ?? 1,
    }))
  }
}
