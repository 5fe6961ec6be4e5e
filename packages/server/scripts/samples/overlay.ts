/**
 * Renders the samples as an OpenAPI Overlay for tools that read `x-codeSamples`, so that the contract stays free of
 * samples.
 */
import { stringify } from 'yaml'
import { readCalls } from './call.js'
import { receivers, samplesOf } from './render.js'

/** The highlighter's name and the label of each language. */
const SHOWN: Readonly<Record<string, { readonly lang: string; readonly label: string }>> = {
  curl: { lang: 'Shell', label: 'curl' },
  typescript: { lang: 'TypeScript', label: 'TypeScript SDK' },
  fetch: { lang: 'JavaScript', label: 'fetch' },
  python: { lang: 'Python', label: 'Python' },
  php: { lang: 'PHP', label: 'PHP' },
  go: { lang: 'Go', label: 'Go' },
}

/** Renders an Overlay 1.0 document that adds samples to each operation and the receivers to each webhook. */
export function renderOverlay(): string {
  const operations = readCalls().map((call) => ({
    target: `$.paths['${call.path}'].${call.method.toLowerCase()}`,
    update: { 'x-codeSamples': entries(samplesOf(call)) },
  }))
  const webhooks = { target: '$.webhooks.*.post', update: { 'x-codeSamples': entries(receivers()) } }
  const overlay = {
    overlay: '1.0.0',
    info: { title: 'Code samples of the MerchantPay API', version: '1.0.0' },
    extends: '../merchantpay.v1.yaml',
    actions: [...operations, webhooks],
  }
  const header = '# generated from openapi/merchantpay.v1.yaml by `npm run generate`; do not edit\n'
  return header + stringify(overlay, { lineWidth: 0, aliasDuplicateObjects: false })
}

function entries(samples: Readonly<Record<string, string>>): object[] {
  return Object.entries(samples).map(([language, source]) => ({ ...SHOWN[language], source }))
}
