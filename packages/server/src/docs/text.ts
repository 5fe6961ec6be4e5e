/** Building blocks of the reference's Markdown. */

export const code = (text: string): string => `\`${text}\``

/** Renders a fence; one with a title belongs to a group. */
export const fence = (language: string, text: string, title = ''): string =>
  `\`\`\`${language}${title && ` ${title}`}\n${text.replace(/\n$/, '')}\n\`\`\``

export const json = (value: unknown): string => fence('json', JSON.stringify(value, null, 2))

export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(heads), `|${'---|'.repeat(heads.length)}`, ...rows.map(line)].join('\n')
}

/** Puts a description on one line. */
export const textOf = (description: string | undefined): string =>
  (description ?? '').trim().replaceAll(/\s*\n\s*/g, ' ')

/** Joins sections with a blank line between them; leaves out empty ones. */
export const sections = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== '').join('\n\n')
