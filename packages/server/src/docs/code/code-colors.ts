import { createHash } from 'node:crypto'
import { escapeHtml, Html } from '../../runtime/html.js'

/** Prints code as markup. */
export interface CodeColors {
  print(language: string, code: string): Html
}

/** Returns the key of a code in the generated file. */
export const codeKey = (language: string, code: string): string =>
  createHash('sha256').update(`${language}\n${code}`).digest('hex').slice(0, 12)

/**
 * Makes the printer of code. Code without colours, such as plain text, is printed as it is.
 *
 * @param runs the colours by key, made by `npm run generate`: `b6-1c9` are 6 characters of a keyword, 1 plain, 9 of a string
 */
export function codeColors(runs: Readonly<Record<string, string>>): CodeColors {
  return {
    print: (language, code) => new Html(colored(code, runs[codeKey(language, code)] ?? `-${code.length}`)),
  }
}

function colored(code: string, runs: string): string {
  let at = 0
  let printed = ''
  for (const [, name, length] of runs.matchAll(/([a-g-])(\d+)/g)) {
    const text = escapeHtml(code.slice(at, at + Number(length)))
    printed += name === '-' ? text : `<i class="${name}">${text}</i>`
    at += Number(length)
  }
  return printed + escapeHtml(code.slice(at))
}
