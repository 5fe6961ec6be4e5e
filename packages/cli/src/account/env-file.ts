/**
 * Sets variables in the text of an env file. Other lines stay: its user may have added some.
 *
 * @param values without single quotation marks
 */
export function withVariables(text: string, values: Readonly<Record<string, string>>): string {
  const names = Object.keys(values)
  const others = text
    .trimEnd()
    .split('\n')
    .filter((line) => !names.includes(/^\s*(?:export\s+)?(\w+)\s*=/.exec(line)?.[1] ?? ''))
  return `${[...others, ...names.map((name) => `${name}='${values[name]}'`)].join('\n')}\n`
}
