import { expect, it } from 'vitest'
import { slowestFiles } from '../../reporters/slowest-files.js'

const files = Array.from({ length: 25 }, (_, index) => ({ name: `file ${index}`, ms: 100 * (index + 1) }))

it('lists the slowest twenty files, the slowest first', () => {
  const [head, ...lines] = slowestFiles(files)
  expect(head).toBe('The slowest 20 of 25 files:')
  expect(lines).toHaveLength(20)
  expect([lines[0], lines.at(-1)]).toEqual(['    2.5 s  file 24', '    0.6 s  file 5'])
})

it('lists nothing for a run of few files', () => {
  expect(slowestFiles(files.slice(0, 20))).toEqual([])
})
