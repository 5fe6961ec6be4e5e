import { afterEach, describe, expect, it, vi } from 'vitest'
import { instrument } from '../../../stress/mutants/instrument.js'

const SOURCE = `
const LIMIT = 5
const started = LIMIT > 4
export function accepts(size: number, names: string[]): boolean {
  while (size > 100) size -= 100
  return size <= LIMIT && names.every((name) => name === 'a')
}
`

describe('an instrumented source', () => {
  const { code, names } = instrument('domain/a.ts', SOURCE, 10, () => [])
  afterEach(() => vi.unstubAllGlobals())

  async function accepts(active: number, size: number, names: string[]): Promise<boolean> {
    vi.stubGlobal('mutants', { is: (id: number) => id === active, more: (limit: number) => limit + 1 })
    const module = await import(`data:text/javascript,${encodeURIComponent(`${code}// ${active}`)}`)
    return module.accepts(size, names)
  }

  it('has mutants in what runs later, and none in loops', () => {
    expect(names).toEqual([
      'domain/a.ts accepts: size <= LIMIT → <',
      'domain/a.ts accepts: size <= LIMIT → + 1',
      "domain/a.ts accepts: name === 'a' → !==",
      "domain/a.ts accepts: names.every((name) => name === 'a') → some",
      "domain/a.ts accepts: size <= LIMIT && names.every((name) => name === 'a') → ||",
    ])
  })

  it.each([
    ['no mutant', -1, 5, ['a', 'a'], true],
    ['another comparison', 10, 5, ['a', 'a'], false],
    ['a limit that is off by one', 11, 6, ['a', 'a'], true],
    ['another equality', 12, 5, ['a', 'a'], false],
    ['another quantifier', 13, 5, ['a', 'b'], true],
    ['another operator', 14, 6, ['a', 'a'], true],
  ])('behaves with %s as it says', async (_what, active, size, list, expected) => {
    expect(await accepts(active, size, list)).toBe(expected)
  })
})
