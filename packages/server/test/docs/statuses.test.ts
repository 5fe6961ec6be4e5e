import { describe, expect, it } from 'vitest'
import { type ContractDocument, Reader } from '../../src/docs/contract.js'
import { statusSections } from '../../src/docs/statuses.js'

/** A contract with one open set of this description. */
const contractOf = (description: string): ContractDocument => ({
  info: { title: '', version: '', summary: '', description: '' },
  tags: [],
  paths: {},
  webhooks: {},
  components: {
    schemas: { Colour: { type: 'string', enum: ['RED', 'BLUE'], 'x-open-enum': true, description } },
  },
  'x-retry-errors': {},
  'x-router-errors': {},
})

const print = (description: string) => statusSections(new Reader(contractOf(description)))

describe('the values of an open set', () => {
  it('each get the sentence of the description that begins with them', () => {
    expect(print('`RED`: stop. `BLUE`: a colour.')).toBe(
      '## Colour\n\n| Value | Meaning |\n|---|---|\n| `RED` | stop. |\n| `BLUE` | a colour. |',
    )
  })

  it.each([
    ['right after the colon', '`RED`:\n  stop. `BLUE`:\na colour.'],
    ['before a value', '`RED`: stop.\n`BLUE`: a colour.\n'],
    ['within a sentence', '`RED`: stop. `BLUE`: a\n   colour.'],
  ])('are found when the description wraps %s', (_, description) => {
    expect(print(description)).toBe(print('`RED`: stop. `BLUE`: a colour.'))
  })

  it('must all be described', () => {
    expect(() => print('`RED`: stop.')).toThrow('the contract does not describe BLUE')
  })
})
