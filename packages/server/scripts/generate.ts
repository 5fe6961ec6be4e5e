// Writes the generated files of the server: the contract's types, code samples and the documentation of the settings.
// With `--check` it compares them instead.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'
import { renderDotEnv, renderJsonSchema, renderMarkdown } from '../src/config/settings-docs.js'
import { renderOverlay } from './samples/overlay.js'
import { renderSamples } from './samples/render.js'

const root = new URL('../../../', import.meta.url)

const outputs: [path: string, text: string][] = [
  ['packages/server/src/generated/contract.gen.ts', await renderTypes('openapi/merchantpay.v1.yaml')],
  ['packages/server/src/generated/operator.gen.ts', await renderTypes('openapi/operator.v1.yaml')],
  ['packages/server/src/docs/generated/samples.gen.json', renderSamples()],
  ['openapi/overlays/code-samples.gen.yaml', renderOverlay()],
  ['.env.example', renderDotEnv()],
  ['docs/settings.md', renderMarkdown()],
  ['docs/settings.schema.json', renderJsonSchema()],
]

const isCheck = process.argv.includes('--check')
for (const [path, text] of outputs) {
  const file = fileURLToPath(new URL(path, root))
  if (!isCheck) writeFileSync(file, text)
  else if (readOrEmpty(file) !== text) {
    console.error(`stale: ${path}; run npm run generate`)
    process.exitCode = 1
  }
}

async function renderTypes(contract: string): Promise<string> {
  const types = astToString(await openapiTS(new URL(contract, root), { defaultNonNullable: false }))
  return `// generated from ${contract} by \`npm run generate\`; do not edit\n\n${types}`
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
