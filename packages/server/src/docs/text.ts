/** Parts of Markdown that the reference is put together from. */

export const code = (text: string): string => `\`${text}\``

/** A fence; with a title it is one of a choice. */
export const fence = (language: string, text: string, title = ''): string =>
  `\`\`\`${language}${title && ` ${title}`}\n${text.replace(/\n$/, '')}\n\`\`\``

export const json = (value: unknown): string => fence('json', JSON.stringify(value, null, 2))

export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(heads), `|${'---|'.repeat(heads.length)}`, ...rows.map(line)].join('\n')
}

/** A description on one line. */
export const textOf = (description: string | undefined): string =>
  (description ?? '').trim().replaceAll(/\s*\n\s*/g, ' ')

/** Sections of a page, with a blank line between them; empty ones are left out. */
export const sections = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== '').join('\n\n')
