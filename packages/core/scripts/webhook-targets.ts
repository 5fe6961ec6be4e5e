/** Writes openapi/webhook-targets.json as TypeScript. */
import { readFileSync } from 'node:fs'

interface Block {
  block: string
  name: string
}
interface Identifier {
  /** Bits 32 to 63 of an address, counted from its end, in hex. */
  identifier: string
  name: string
}
/** openapi/README.md explains each list. */
interface WebhookTargets {
  closed_blocks: Block[]
  metadata_blocks: Block[]
  embedding_blocks: Block[]
  hiding_blocks: Block[]
  hiding_identifiers: Identifier[]
  closed_ports: number[]
  private_domains: string[]
}

export function renderWebhookTargets(): string {
  const text = readFileSync(new URL('../../../openapi/webhook-targets.json', import.meta.url), 'utf8')
  const targets: WebhookTargets = JSON.parse(text)
  const identifiers = targets.hiding_identifiers.map((one) => `  0x${one.identifier}n, // ${one.name}\n`)
  return `// generated from openapi/webhook-targets.json by \`npm run generate\`; do not edit

/** Blocks that no webhook is sent to unless the operator allows them, as \`address/prefix\`. */
${blocks('CLOSED_BLOCKS', targets.closed_blocks)}
/** Cloud metadata: never reachable, whatever the operator allows. */
${blocks('METADATA_BLOCKS', targets.metadata_blocks)}
/** IPv6 addresses with an IPv4 address right after the prefix, which is the one that is judged. */
${blocks('EMBEDDING_BLOCKS', targets.embedding_blocks)}
/** IPv6 addresses that hide an IPv4 address in another way: never reachable. */
${blocks('HIDING_BLOCKS', targets.hiding_blocks)}
/** Upper half of an interface identifier whose lower half hides an IPv4 address: never reachable under any prefix. */
export const HIDING_IDENTIFIERS: readonly bigint[] = [
${identifiers.join('')}]

/** Ports that no webhook receiver listens on: databases, and what browsers refuse too. */
export const CLOSED_PORTS: readonly number[] = [${targets.closed_ports.join(', ')}]

/** Domains reserved for private use. */
export const PRIVATE_DOMAINS: readonly string[] = [${targets.private_domains.map(quote).join(', ')}]
`
}

function blocks(name: string, rows: Block[]): string {
  const lines = rows.map((one) => `  ${quote(one.block)}, // ${one.name}\n`)
  return `export const ${name}: readonly string[] = [\n${lines.join('')}]\n`
}

const quote = (text: string) => `'${text}'`
