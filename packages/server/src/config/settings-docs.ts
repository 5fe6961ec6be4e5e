import type { Setting } from './setting-values.js'
import { SETTINGS } from './settings.js'

const rows: readonly Setting<unknown>[] = Object.values(SETTINGS)
const GENERATED = 'generated from packages/server/src/config/settings.ts by `npm run generate`; do not edit'

/** Renders the settings for `--help`, one line each. */
export function renderHelp(): string {
  const width = Math.max(...rows.map((row) => row.name.length))
  return rows.map((row) => `  ${row.name.padEnd(width)}  ${plain(row.meaning)}${defaultNote(row)}`).join('\n')
}

export function renderDotEnv(): string {
  const entries = rows.map(
    (row) => `# ${plain(row.meaning)}\n# ${row.name.replace('<n>', '1')}=${row.default ?? ''}\n`,
  )
  return `# ${plain(GENERATED)}\n\n${entries.join('\n')}`
}

export function renderMarkdown(): string {
  const table = rows.map((row) => {
    const written = row.default === undefined || row.default === '' ? '–' : `\`${row.default}\``
    const name = row.isSecret ? `\`${row.name}\`, \`${row.name}_FILE\`` : `\`${row.name}\``
    return `| ${name} | ${written} | ${row.meaning} |`
  })
  const head = ['| Variable | Default | Meaning |', '|---|---|---|']
  return `<!-- ${GENERATED} -->\n\n# Settings\n\n${[...head, ...table].join('\n')}\n`
}

export function renderJsonSchema(): string {
  const entries = (isNumbered: boolean) =>
    rows
      .filter((row) => (row.isNumbered ?? false) === isNumbered)
      .map((row) => [
        isNumbered ? `^${row.name.replace('<n>', '[1-9]')}$` : row.name,
        { type: 'string', description: plain(row.meaning), ...(row.default ? { default: row.default } : {}) },
      ])
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $comment: GENERATED,
    title: 'Settings of merchantpay-server',
    type: 'object',
    properties: Object.fromEntries(entries(false)),
    patternProperties: Object.fromEntries(entries(true)),
  }
  return `${JSON.stringify(schema, null, 2)}\n`
}

const plain = (meaning: string): string => meaning.replaceAll('`', '')

const defaultNote = (row: Setting<unknown>): string => (row.default ? ` [${row.default}]` : '')
