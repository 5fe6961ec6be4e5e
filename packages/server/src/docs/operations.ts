import { groupTitle, operationSlug } from './addresses.js'
import type { ContractDocument, ErrorRow, Operation, Reader, ResponseNode } from './contract.js'
import type { FieldTables } from './fields.js'
import { code, fence, json, sections, table, textOf } from './text.js'

/** Code samples by operation and language. */
type Samples = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Title of each sample language, and its name in a fence. */
const LANGUAGES: Readonly<Record<string, readonly [title: string, language: string]>> = {
  curl: ['curl and openssl', 'sh'],
  typescript: ['TypeScript', 'ts'],
  fetch: ['fetch and WebCrypto', 'js'],
  python: ['Python', 'python'],
  php: ['PHP', 'php'],
  go: ['Go', 'go'],
}

/** Renders the operations of the contract. */
export class OperationPrinter {
  constructor(
    private readonly reader: Reader,
    private readonly fields: FieldTables,
    private readonly samples: Samples,
  ) {}

  /** Renders the page of a group, which links to its operations. */
  group({ name, description }: ContractDocument['tags'][number]): string {
    const operations = this.reader.operations().filter(({ tags }) => tags.includes(name))
    const entries = operations.map((operation) =>
      sections(
        `## ${operation.summary}`,
        `${code(requestLine(operation))} · [${code(operation.operationId)}](${operationSlug(operation)}.md)`,
        firstSentenceOf(operation.description),
      ),
    )
    return sections(`# ${groupTitle(name)}`, description, ...entries)
  }

  samplesOf(id: string): string {
    const samples = Object.entries(this.samples[id] ?? {})
    return samples
      .map(([name, text]) => {
        const [title, language] = LANGUAGES[name] ?? [name, name]
        return fence(language, text, title)
      })
      .join('\n\n')
  }

  /** Renders the page of an operation. */
  page(operation: Operation): string {
    const parameters = this.reader.parametersOf(operation)
    const body = this.reader.bodyOf(operation)
    const samples = this.samplesOf(operation.operationId)
    return sections(
      `# ${operation.summary}`,
      `${code(requestLine(operation))} · operation ${code(operation.operationId)} · ${
        operation.security?.length === 0
          ? '**public**, not signed'
          : `[signed](authentication.md) by a key with the scope ${code(operation['x-scope'] ?? '')}`
      }`,
      operation.description.trim(),
      `**If the answer gets lost:** ${repeatOf(operation)}`,
      parameters.length > 0 ? '## Parameters' : '',
      parameters.length > 0 ? this.fields.ofParameters(parameters) : '',
      body && '## Body',
      body && this.fields.ofBody(body),
      body && json(this.reader.follow(body).example),
      '## Answers',
      ...this.reader.responsesOf(operation).flatMap(([status, response]) => this.success(status, response)),
      this.failures(operation),
      samples && '## Samples',
      samples,
    )
  }

  private success(status: string, { description, headers = {}, content = {} }: ResponseNode): string[] {
    if (!status.startsWith('2')) return []
    const headerItems = Object.entries(headers).map(([name, node]) => {
      const { description: meaning } = this.reader.follow(node)
      return `- header ${code(name)}: ${textOf(meaning)}`
    })
    const bodies = Object.entries(content).map(([type, { schema }]) => {
      const { example, items } = this.reader.follow(schema)
      const shown = example ?? [this.reader.follow(items ?? {}).example]
      const name = `${type === 'text/event-stream' ? 'A stream of ' : ''}${this.fields.typeOf(schema)}`
      return `${name}:\n\n${type === 'text/event-stream' ? streamed(shown) : json(shown)}`
    })
    return [`**${status}** ${textOf(description)}`, headerItems.join('\n'), ...bodies]
  }

  private failures(operation: Operation): string {
    const errors = this.reader.errorsOf(operation)
    const rows = errors.filter((error) => !isCommon(error))
    const commonStatuses = new Set(errors.filter(isCommon).map(({ status }) => status))
    return sections(
      '## Errors',
      table(
        ['Status', 'Error', 'When'],
        rows.map(({ status, message, condition }) => [status, code(message), condition]),
      ),
      `Errors of every operation, see [Errors](errors.md): ${[...commonStatuses].join(', ')}.`,
    )
  }
}

/** Whether every signed operation can answer the error. Such errors are listed by status only. */
const isCommon = ({ status }: ErrorRow): boolean => ['401', '413', '429', '500', '503'].includes(status)

export const requestLine = ({ method, path }: Operation): string => `${method} ${path}`

const streamed = (example: unknown): string => fence('txt', `id: 1\ndata: ${JSON.stringify(example)}\n`)

/** Returns the first sentence of a description. */
const firstSentenceOf = (description: string): string =>
  textOf(description).split(/(?<=[.]) (?=[A-Z])/)[0] ?? ''

/** Tells the caller how to proceed when a call's outcome is unknown. */
function repeatOf(operation: Operation): string {
  const confirming = operation['x-settled-by']?.map((name) => code(name.replaceAll('_', ' '))).join(' or ')
  const key = operation['x-idempotency']
  switch (operation['x-retry']) {
    case 'safe':
      return 'repeat it; it changes nothing.'
    case 'keyed':
      return `repeat it with the same ${code(key?.name ?? '')} (${key?.in}); the answer is that of the first call.`
    case 'idempotent':
      return `repeat it; that is harmless.${confirming ? ` ${confirming} then means that an earlier attempt did it.` : ''}`
    case 'once':
      return `do not just repeat it. ${operation['x-remedy']}`
    case 'stream':
      return `connect again with ${code('Last-Event-ID')}.`
    default:
      throw new Error(`${operation.operationId} has no x-retry`)
  }
}
