import { csvLine } from '../runtime/csv.js'
import { jsonLine, type Row } from './output.js'

export const FORMATS = ['csv', 'json'] as const
export type Format = (typeof FORMATS)[number]

/** The output could not be written, so that it is not complete. */
class OutputInterrupted extends Error {
  override readonly name = 'OutputInterrupted'
}

/** Writes records to standard output, and waits until a slow reader has taken them. */
export class RecordWriter {
  private hasHeader = false

  constructor(
    private readonly format: Format,
    private readonly columns: readonly string[],
  ) {}

  /** @throws OutputInterrupted if the reader has closed its end or the disk is full */
  async write(rows: readonly Row[]): Promise<void> {
    const header = this.format === 'csv' && !this.hasHeader ? csvLine(this.columns) : ''
    this.hasHeader = true
    const text = rows.map((row) =>
      this.format === 'csv' ? csvLine(Object.values(row)) : `${jsonLine(row)}\n`,
    )
    await writeOut(`${header}${text.join('')}`)
  }
}

function writeOut(text: string): Promise<void> {
  if (text === '') return Promise.resolve()
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (error) reject(new OutputInterrupted(`the output is not complete: ${error.message}`))
      else resolve()
    })
  })
}
