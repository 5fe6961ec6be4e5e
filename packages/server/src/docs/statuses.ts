import type { Reader, SchemaNode } from './contract.js'
import { code, sections, table, textOf } from './text.js'

/** The values of an enumeration that may get more of them. */
interface OpenSet {
  readonly name: string
  readonly values: readonly { readonly value: string; readonly meaning: string }[]
}

/** Returns the named open sets, with the meaning of each value from the contract. */
export function openSets(reader: Reader): OpenSet[] {
  return Object.entries(reader.document.components.schemas ?? {}).flatMap(([name, schema]) => {
    const { enum: values, description = '', ...node } = schema as SchemaNode // our own contract
    if (!values || !node['x-open-enum']) return []
    const described = values.map((value) => ({
      value: `${value}`,
      meaning: meaningOf(`${value}`, description),
    }))
    return [{ name, values: described }]
  })
}

/** Renders the open sets, one section each. */
export function statusSections(reader: Reader): string {
  const sets = openSets(reader).map(({ name, values }) => {
    const rows = values.map(({ value, meaning }) => [code(value), meaning])
    return sections(`## ${name}`, table(['Value', 'Meaning'], rows))
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
