/** Renders the code samples of the API reference: one per operation and language, and the webhook receivers. */
import { readFileSync } from 'node:fs'
import { type Call, readCalls } from './call.js'
import { curlSample } from './curl.js'
import { fetchSample } from './fetch.js'
import { goSample } from './go.js'
import { phpSample } from './php.js'
import { pythonSample } from './python.js'
import { typescriptSample } from './typescript.js'

const LANGUAGES: Readonly<Record<string, (call: Call) => string>> = {
  curl: curlSample,
  typescript: typescriptSample,
  fetch: fetchSample,
  python: pythonSample,
  php: phpSample,
  go: goSample,
}

/** Receivers are written by hand; tests run them unchanged. */
const RECEIVERS = {
  typescript: 'receiver.ts',
  python: 'receiver.py',
  php: 'receiver.php',
  go: 'receiver.go',
}

/** Renders `{ [operationId]: { [language]: program } }` as JSON; the key `verifyWebhook` contains the receivers. */
export function renderSamples(): string {
  const samples = readCalls().map((call) => [call.operationId, samplesOf(call)])
  return `${JSON.stringify({ ...Object.fromEntries(samples), verifyWebhook: receivers() }, null, 2)}\n`
}

/** Returns the samples of an operation, by language. */
export function samplesOf(call: Call): Record<string, string> {
  return Object.fromEntries(Object.entries(LANGUAGES).map(([language, write]) => [language, write(call)]))
}

/** Reads the receivers, by language. */
export function receivers(): Record<string, string> {
  const read = (name: string) => readFileSync(new URL(`receivers/${name}`, import.meta.url), 'utf8').trimEnd()
  return Object.fromEntries(Object.entries(RECEIVERS).map(([language, name]) => [language, read(name)]))
}
