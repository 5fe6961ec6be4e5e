import { configuration } from '../failure.js'

/** Characters that end a quoted value or its line, for a shell or for a program that reads the file. */
const UNSAFE = /['"`\p{Cc}\u2028\u2029]/u

/**
 * Sets variables in the text of an env file. Other lines stay: its user may have added some.
 *
 * @throws Failure `unsafe_value` for a value with a quotation mark, a line break or another control character
 */
export function withVariables(text: string, values: Readonly<Record<string, string>>): string {
  const names = Object.keys(values)
  const unsafe = names.find((name) => UNSAFE.test(`${values[name]}`))
  if (unsafe !== undefined)
    throw configuration(
      'unsafe_value',
      `the value of ${unsafe} has a quotation mark or a control character, so it was not stored`,
    )
  const others = text
    .trimEnd()
    .split('\n')
    .filter((line) => !names.includes(/^\s*(?:export\s+)?(\w+)\s*=/.exec(line)?.[1] ?? ''))
  return `${[...others, ...names.map((name) => `${name}='${values[name]}'`)].join('\n')}\n`
}
