import type { Node } from './contract.js'

/** Renders the contract's example of each event, typed by the contract, so that a wrong example does not compile. */
export function renderExamples(examples: Record<string, Node>): string {
  const body = "webhooks[Event]['post']['requestBody']['content']['application/json']"
  return `import type { webhooks } from './events.gen.js'

/** The contract's example of each event. */
export const EVENT_EXAMPLES: { [Event in keyof webhooks]: ${body} } = ${JSON.stringify(examples, null, 2)}
`
}
