import type { Reader, SchemaNode } from './contract.js'
import { code, sections, table, textOf } from './text.js'

/** The values of every open set that has a name: what each means, as the contract tells it. */
export function statusSections(reader: Reader): string {
  const sets = Object.entries(reader.document.components.schemas ?? {}).flatMap(([name, schema]) => {
    const { enum: values, description = '', ...node } = schema as SchemaNode // the contract's own
    if (!values || !node['x-open-enum']) return []
    const rows = values.map((value) => [code(value), meaningOf(value, description)])
    return [sections(`## ${name}`, table(['Value', 'Meaning'], rows))]
  })
  return sections(...sets)
}

/** Descriptions of such sets are sentences that begin with the value. @throws Error where one is missing */
function meaningOf(value: string, description: string): string {
  const from = description.indexOf(`\`${value}\`: `)
  if (from === -1) throw new Error(`the contract does not say what ${value} means`)
  const [, meaning = ''] = description.slice(from).split(/`\w+`: /)
  return textOf(meaning)
}
