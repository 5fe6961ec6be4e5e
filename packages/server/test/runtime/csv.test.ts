import { describe, expect, it } from 'vitest'
import { csvLine } from '../../src/runtime/csv.js'

/** Splits a record as spreadsheets do: quotes count at the beginning of a cell, and text may follow them. */
function cellsOf(record: string, separator: string): string[] {
  const cells: string[] = []
  let rest = record.replace(/\r\n$/, '')
  for (;;) {
    const [, quoted = '', plain = ''] =
      new RegExp(`^((?:"(?:[^"]|"")*")?)([^${separator}]*)`).exec(rest) ?? []
    cells.push(`${quoted.slice(1, -1).replaceAll('""', '"')}${plain}`)
    rest = rest.slice(quoted.length + plain.length)
    if (rest === '') return cells
    rest = rest.slice(1)
  }
}

const FORMULAS = ['=cmd|x', '+1+cmd', '-1-cmd', '@SUM(1)', '\uff1dcmd', '\uff0bcmd', '\uff0dcmd', '\uff20cmd']
const BEFORE = ['', ';', 'a;', 'a; ', 'a;"', ";'", ';;', 'a;\t', '\t', '\r', '\n', ' ', ';"" ', 'a,b;', '";']

describe('a record of a CSV file', () => {
  it.each([',', ';'])('begins no cell with a formula where %s separates cells', (separator) => {
    for (const before of BEFORE)
      for (const formula of FORMULAS)
        for (const record of [
          [`${before}${formula}`],
          ['a', `${before}${formula}`, 'b'],
          ['x;', formula, 'y"'],
        ])
          for (const cell of cellsOf(csvLine(record), separator))
            expect([record, cell.trim()]).toEqual([
              record,
              expect.not.stringMatching(/^["\s]*[=+\-@\uff0b-\uff20]/u),
            ])
  })

  it('is one line, and keeps numbers, nothing and plain text as they are', () => {
    expect(csvLine(['-5', '-0.000001', -7, null, 'a;b', 'a\tb', 'c\r\nd', '{"a":"b"}'])).toBe(
      '-5,-0.000001,-7,,a;b,a\\u0009b,c\\u000d\\u000ad,"{""a"":""b""}"\r\n',
    )
  })
})
