import type { Reader, SchemaNode } from './contract.js'
import { code, sections, table, textOf } from './text.js'

/** Renders the values of every named open set, with their meanings from the contract. */
export function statusSections(reader: Reader): string {
  const sets = Object.entries(reader.document.components.schemas ?? {}).flatMap(([name, schema]) => {
    const { enum: values, description = '', ...node } = schema as SchemaNode // our own contract
    if (!values || !node['x-open-enum']) return []
    const rows = values.map((value) => [code(`${value}`), meaningOf(`${value}`, description)])
    return [sections(`## ${name}`, table(['Value', 'Meaning'], rows))]
  })
  return sections(...sets)
}

/** Finds the sentence of a description that begins with the value. @throws Error when it is missing */
function meaningOf(value: string, description: string): string {
  const text = textOf(description)
  const from = text.indexOf(`\`${value}\`: `)
  if (from === -1) throw new Error(`the contract does not describe ${value}`)
  const [, meaning = ''] = text.slice(from).split(/`\w+`: /)
  return meaning.trim()
}
