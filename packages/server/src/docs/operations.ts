import { groupTitle } from './addresses.js'
import type { ContractDocument, Operation } from './contract.js'
import { bodyTables, parameterTable } from './field-tables.js'
import { type Answer, type OperationView, requestLine } from './operation-view.js'
import { sampleFences } from './samples.js'
import { code, fence, sections, table, textOf } from './text.js'

/** Renders the page of a group, which links to its operations. */
export function groupMarkdown(
  { name, description }: ContractDocument['tags'][number],
  views: readonly OperationView[],
): string {
  const entries = views.map(({ operation, slug }) =>
    sections(
      `## ${operation.summary}`,
      `${code(requestLine(operation))} · [${code(operation.operationId)}](${slug}.md)`,
      firstSentenceOf(operation),
    ),
  )
  return sections(`# ${groupTitle(name)}`, description, ...entries)
}

/** Returns the first sentence of an operation's description. */
export const firstSentenceOf = ({ description }: Operation): string =>
  textOf(description).split(/(?<=[.]) (?=[A-Z])/)[0] ?? ''

/** Renders the page of an operation. */
export function operationMarkdown(view: OperationView): string {
  const { operation, scope, repeat, parameters, bodies, bodyExample, answers, samples } = view
  return sections(
    `# ${operation.summary}`,
    `${code(requestLine(operation))} · operation ${code(operation.operationId)} · ${
      scope === undefined
        ? '**public**, not signed'
        : `[signed](authentication.md) by a key with the scope ${code(scope)}`
    }`,
    operation.description.trim(),
    `**If the answer gets lost:** ${repeat.advice}`,
    samples.length > 0 ? '## Samples' : '',
    sampleFences(samples),
    parameters.length > 0 ? '## Parameters' : '',
    parameters.length > 0 ? parameterTable(parameters) : '',
    bodies.length > 0 ? '## Body' : '',
    bodyTables(bodies),
    bodyExample && fence('json', bodyExample),
    '## Answers',
    ...answers.flatMap(answerParts),
    ...failures(view),
  )
}

function answerParts({ status, meaning, headers, bodies }: Answer): string[] {
  const headerItems = headers.map((header) => `- header ${code(header.name)}: ${header.meaning}`)
  const examples = bodies.map(({ type, language, example }) => `${type}:\n\n${fence(language, example)}`)
  return [`**${status}** ${meaning}`, headerItems.join('\n'), ...examples]
}

function failures({ errors, commonStatuses }: OperationView): string[] {
  const rows = errors.map(({ status, message, condition, remedy }) => [
    status,
    code(message),
    condition,
    remedy,
  ])
  return [
    '## Errors',
    rows.length > 0 ? table(['Status', 'Error', 'When', 'Remedy'], rows) : '',
    `Errors of every operation, see [Errors](errors.md): ${commonStatuses.join(', ')}.`,
  ]
}
