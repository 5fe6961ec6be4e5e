import { describe, expect, it } from 'vitest'
import { exampleModule, examplesOf } from '../../checks/fences/examples.js'

const source = `
/**
 * Adds.
 *
 * @example
 * const sum = add(one, 2)
 * @throws RangeError when it is too much
 */
export function add() {}

/** Has none. */
export class Plain {
  /**
   * @example
   * import { readFile } from 'node:fs/promises'
   * await readFile(form.path)
   */
  read() {}
}
`

describe('the examples of doc comments', () => {
  it('are found with their places, and end with the comment or at the next tag', () => {
    expect(examplesOf('sum.ts', source)).toEqual([
      { place: 'sum.ts:5', code: 'const sum = add(one, 2)\n' },
      {
        place: 'sum.ts:14',
        code: `import { readFile } from 'node:fs/promises'\nawait readFile(form.path)\n`,
      },
    ])
  })

  it('get what they name from the package first, else from the fixtures', () => {
    const imports = new Map([['add', `import { add } from 'sums'`]])
    const module = exampleModule('const sum = add(one, order.id)', imports, new Set(['add', 'order', 'sum']))
    expect(module).toContain(`import { add } from 'sums'`)
    expect(module).toContain('async ({ order }: Fixtures)')
  })

  it('examples of doc comments that name a removed export do not compile', () => {
    const module = exampleModule('add(1, 2)', new Map([['sum', `import { sum } from 'sums'`]]), new Set())
    expect(module).not.toContain('import { ')
  })

  it('keep their own imports at the top', () => {
    const [, { code } = { code: '' }] = examplesOf('sum.ts', source)
    const lines = exampleModule(code, new Map(), new Set(['form', 'readFile'])).split('\n')
    expect(lines.slice(1, 3)).toEqual([
      `import { readFile } from 'node:fs/promises'`,
      'export default async ({ form }: Fixtures): Promise<void> => {',
    ])
  })
})
