import { type Html, html, joinHtml } from '../../runtime/html.js'
import type { OperationView } from '../operation-view.js'
import { type Alternative, type Choice, choiceInputs } from './choice.js'
import type { CodeBlocks } from './code-column.js'

/** The statuses of answers, of which a page shows one. */
export const answerChoice = (statuses: readonly string[]): Choice => ({
  name: 'answer',
  legend: 'Status of the answer',
  options: statuses.map((value) => ({ value, title: value })),
})

/** The dark column of an operation: its sample, then an answer of each status. */
export function operationColumn(view: OperationView, blocks: CodeBlocks): Html {
  const answers = [...successes(view, blocks), ...failures(view, blocks)]
  const choice = answerChoice(answers.map(({ value }) => value))
  return html`<div id="samples">${blocks.group(view.samples)}</div>${choiceInputs(choice)}${blocks.choice(choice, answers)}`
}

function successes({ answers }: OperationView, blocks: CodeBlocks): Alternative[] {
  return answers.map(({ status, meaning, bodies }) => ({
    value: status,
    title: html`<span class="status ok">${status}</span>`,
    content: html`<p class="note">${meaning.replace(/\.$/, '')}</p>${joinHtml(
      bodies.map(({ language, example }) => blocks.pre(`answer ${status}`, language, example.trimEnd())),
    )}`,
  }))
}

/** One alternative for each status, with every body that it can have. */
function failures({ errors }: OperationView, blocks: CodeBlocks): Alternative[] {
  const statuses = [...new Set(errors.map(({ status }) => status))]
  return statuses.map((status) => {
    const bodies = errors.filter((error) => error.status === status)
    const code = bodies.map(({ message }) => JSON.stringify({ error: message })).join('\n')
    return {
      value: status,
      title: html`<span class="status">${status}</span>`,
      content: html`<p class="note">${bodies.length === 1 ? 'The error' : 'One of these errors'}</p>${blocks.pre(`answer ${status}`, 'json', code)}`,
    }
  })
}
