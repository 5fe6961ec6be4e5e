/** Writes the contract's example of each webhook as TypeScript. */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

interface Webhook {
  post: { requestBody: { content: { 'application/json': { schema: { $ref: string } } } } }
}
interface Contract {
  webhooks: Record<string, Webhook>
  components: { schemas: Record<string, { example: { event: string; timestamp: string; data: object } }> }
}

export function renderSampleEvents(): string {
  const text = readFileSync(new URL('../../../openapi/merchantpay.v1.yaml', import.meta.url), 'utf8')
  const { webhooks, components }: Contract = parse(text)
  const samples = Object.entries(webhooks).map(([event, { post }]) => {
    const name = post.requestBody.content['application/json'].schema.$ref.split('/').at(-1) ?? ''
    return [event, components.schemas[name]?.example]
  })
  return `// generated from openapi/merchantpay.v1.yaml by \`npm run generate\`; do not edit

/** The contract's example of each event. */
export const SAMPLE_EVENTS = ${JSON.stringify(Object.fromEntries(samples), null, 2)} as const
`
}
