import type { Field, FieldSet } from './fields.js'
import { code, table } from './text.js'

/** Renders parameters as a table. */
export function parameterTable(parameters: readonly Field[]): string {
  const rows = parameters.map(({ name, place = '', type, isRequired, meaning, error }) => [
    code(name),
    place,
    type,
    isRequired ? 'yes' : 'no',
    meaning,
    codeOrDash(error),
  ])
  return table(['Parameter', 'In', 'Type', 'Required', 'Meaning', 'If invalid'], rows)
}

/** Renders the fields of a request body, one table per variant. */
export function bodyTables(sets: readonly FieldSet[]): string {
  return tablesOf(sets, ['Field', 'Type', 'Required', 'Meaning', 'If invalid'], (field) => [
    code(field.name),
    field.type,
    field.isRequired ? 'yes' : 'no',
    field.meaning,
    codeOrDash(field.error),
  ])
}

/** Renders the fields of a response or an event, one table per variant. */
export function objectTables(sets: readonly FieldSet[]): string {
  return tablesOf(sets, ['Field', 'Type', 'There', 'Meaning'], (field) => [
    code(field.name),
    field.type,
    field.isRequired ? 'always' : 'sometimes',
    field.meaning,
  ])
}

function tablesOf(
  sets: readonly FieldSet[],
  heads: readonly string[],
  rowOf: (field: Field) => readonly string[],
): string {
  const tables = sets.map(({ name, fields }) => {
    const title = name === undefined ? '' : `${code(name)}:\n\n`
    return `${title}${table(heads, fields.map(rowOf))}`
  })
  return tables.join('\n\n')
}

const codeOrDash = (text: string | undefined): string => (text === undefined ? '–' : code(text))
