/** Writes docs/cli.md from the table of commands. With `--check` it compares instead. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { renderDocs } from './docs.js'

const file = fileURLToPath(new URL('../../../docs/cli.md', import.meta.url))
const text = renderDocs()
if (!process.argv.includes('--check')) writeFileSync(file, text)
else if (readFileSync(file, 'utf8') !== text) {
  console.error('stale: docs/cli.md; run npm run generate')
  process.exitCode = 1
}
