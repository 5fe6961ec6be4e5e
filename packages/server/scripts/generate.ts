// Writes the generated files of the server: the contract with its types and the checks of its requests, code samples with
// their colours, and the documentation of the settings.
// With `--check` it compares them instead.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'
import { parse } from 'yaml'
import { renderDotEnv, renderJsonSchema, renderMarkdown } from '../src/config/settings-docs.js'
import type { Contract } from '../src/http/validator/operations.js'
import { renderCodeColors } from './code-colors/render.js'
import { renderChecks } from './request-checks/render.js'
import { renderOverlay } from './samples/overlay.js'
import { renderSamples } from './samples/render.js'

const root = new URL('../../../', import.meta.url)

const outputs: [path: string, text: string][] = [
  ...(await renderContract('contract', 'openapi/merchantpay.v1.yaml')),
  ...(await renderContract('operator', 'openapi/operator.v1.yaml')),
  ['packages/server/src/docs/generated/samples.gen.json', renderSamples()],
  ['openapi/overlays/code-samples.gen.yaml', renderOverlay()],
  ['.env.example', renderDotEnv()],
  ['docs/settings.md', renderMarkdown()],
  ['docs/settings.schema.json', renderJsonSchema()],
]

const isCheck = process.argv.includes('--check')
for (const output of outputs) writeOrCompare(output)
// The colours are those of the pages, which read the files above.
writeOrCompare(['packages/server/src/docs/generated/code-colors.gen.json', await renderCodeColors()])

function writeOrCompare([path, text]: (typeof outputs)[number]): void {
  const file = fileURLToPath(new URL(path, root))
  if (!isCheck) writeFileSync(file, text)
  else if (readOrEmpty(file) !== text) {
    console.error(`stale: ${path}; run npm run generate`)
    process.exitCode = 1
  }
}

/** Renders a contract as JSON, which is read a hundred times faster, with its types and its checks. */
async function renderContract(name: string, file: string): Promise<typeof outputs> {
  const url = new URL(file, root)
  const contract = parse(readFileSync(url, 'utf8')) as Contract // our own file, which is linted
  const types = astToString(await openapiTS(url, { defaultNonNullable: false }))
  const note = `// generated from ${file} by \`npm run generate\`; do not edit\n`
  const path = `packages/server/src/generated/${name}`
  return [
    [`${path}.gen.ts`, `${note}\n${types}`],
    [`${path}.gen.json`, `${JSON.stringify(contract, null, 1)}\n`],
    [`${path}-checks.gen.ts`, `${note}// @ts-nocheck\n${await renderChecks(contract)}`],
  ]
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
