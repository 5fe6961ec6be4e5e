import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { STRESS_TESTS } from '../../../stress/catalogue.js'
import { entryOf, listOf } from '../../lib/catalogue.js'
import { root } from '../../lib/run.js'

const catalogue = {
  short: { about: 'proves one thing' },
  'much-longer': { about: 'another', options: ['seed', 'size'] },
}

describe('a catalogue', () => {
  it('is listed with a line per entry', () => {
    expect(listOf(catalogue)).toEqual([
      'short        proves one thing',
      'much-longer  another  --seed --size',
    ])
  })

  it('gives an entry by its name', () => {
    expect(entryOf(catalogue, 'short')).toBe(catalogue.short)
  })

  it.each(['', 'long', 'toString'])('names all entries when asked for "%s"', (name) => {
    expect(() => entryOf(catalogue, name)).toThrow(`unknown name "${name}"; known: short, much-longer`)
  })
})

/** The options that the source of a stress test accepts. */
function acceptedBy(source: string): string[] {
  const [, names] = /new Options\(args, \[([^\]]*)\]\)/.exec(source) ?? []
  const words = names === undefined ? source.matchAll(/^ +(\w+): \{ type: /gm) : names.matchAll(/'([\w-]+)'/g)
  return [...words].map(([, word = '']) => word)
}

describe('the stress tests', () => {
  const modules = [
    ...readFileSync(join(root, 'stress/catalogue.ts'), 'utf8').matchAll(/import\('\.\/(.+)\.js'\)/g),
  ].map(([, path = '']) => `stress/${path}.ts`)

  it.each(
    Object.entries(STRESS_TESTS).map(([name, { options = [] }], index) => ({
      name,
      options,
      path: modules[index] ?? '',
    })),
  )('$name lists the options that it accepts', ({ options, path }) => {
    expect(acceptedBy(readFileSync(join(root, path), 'utf8')).sort()).toEqual([...options])
  })
})
