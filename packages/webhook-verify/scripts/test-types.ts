/** Compiles consumers of the built package with every line of TypeScript that it supports. */
import { fileURLToPath } from 'node:url'
import { compileWithAll } from '../../../tools/lib/typescripts.js'

const consumer = (name: string) =>
  fileURLToPath(new URL(`../install-projects/types/${name}`, import.meta.url))
// `import = require()` is for CommonJS, which the bundler settings do not produce.
const filesOf = (resolution: string) =>
  (resolution === 'bundler' ? ['index.ts'] : ['index.ts', 'index.cts']).map(consumer)

for await (const { name, faults } of compileWithAll(filesOf)) {
  console.log(`${faults === '' ? 'ok    ' : 'FAILED'}  ${name}\n${faults}`.trimEnd())
  if (faults !== '') process.exitCode = 1
}
