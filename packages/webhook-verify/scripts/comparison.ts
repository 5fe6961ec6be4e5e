/** Writes docs/verifier-comparison.md: the results of this package and other verifiers for the same deliveries. */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { renderComparison } from './comparison/page.js'

writeFileSync(
  fileURLToPath(new URL('../../../docs/verifier-comparison.md', import.meta.url)),
  await renderComparison(),
)
console.log('wrote docs/verifier-comparison.md')
