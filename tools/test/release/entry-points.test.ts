import { expect, it } from 'vitest'
import { missingEntryPoints } from '../../release/entry-points.js'

const manifest = {
  main: './dist/index.cjs',
  bin: { tool: './bin/tool.js' },
  exports: {
    '.': { import: { types: './dist/index.d.ts', default: './dist/index.js' } },
    './data/*.json': './data/*.json',
    './internal/*': null,
    './package.json': './package.json',
  },
  typesVersions: { '*': { money: ['./dist/money.d.cts'] } },
}
const files = [
  'package.json',
  'bin/tool.js',
  'data/one.json',
  'dist/index.cjs',
  'dist/index.d.ts',
  'dist/index.js',
  'dist/money.d.cts',
]

it('finds nothing missing where every entry point is packed', () => {
  expect(missingEntryPoints(manifest, files)).toEqual([])
})

it.each(files)('names %s where it is not packed', (left) => {
  const named = left === 'data/one.json' ? 'data/*.json' : left
  expect(
    missingEntryPoints(
      manifest,
      files.filter((file) => file !== left),
    ),
  ).toEqual([named])
})
