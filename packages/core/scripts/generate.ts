// Writes the data that the packages share: where webhooks may not go, and the contract's sample events. `--check` compares
// instead.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { renderSampleEvents } from './sample-events.js'
import { renderWebhookTargets } from './webhook-targets.js'

const outputs: [name: string, text: string][] = [
  ['webhook-targets.gen.ts', renderWebhookTargets()],
  ['sample-events.gen.ts', renderSampleEvents()],
]

const isCheck = process.argv.includes('--check')
for (const [name, text] of outputs) {
  const path = fileURLToPath(new URL(`../src/generated/${name}`, import.meta.url))
  if (!isCheck) writeFileSync(path, text)
  else if (readFileSync(path, 'utf8') !== text) {
    console.error(`stale: packages/core/src/generated/${name}; run npm run generate`)
    process.exitCode = 1
  }
}
