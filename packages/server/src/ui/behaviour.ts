import { existsSync, readFileSync } from 'node:fs'
import { type Inline, inline } from './inline.js'

/** The script lies beside this file in the sources, and in a folder beside the chunks of the build. */
const HERE = new URL('page-script.js', import.meta.url)
const FILE = existsSync(HERE) ? HERE : new URL('ui/page-script.js', import.meta.url)

/** Removes comments, indentation and blank lines from a script, and the line breaks of its blocks. */
export const withoutComments = (script: string): string =>
  script
    .replace(/^\s*\/\/.*$/gm, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
    .replaceAll('{\n', '{')
    .replaceAll('\n}', '}')

/**
 * Reads the script of console, dashboard and reference: copy buttons, dialogs, submit buttons that work once, and the
 * keys of search fields.
 *
 * @param more a script of the page itself, which runs after it
 */
export const behaviour = (more = ''): Inline =>
  inline(withoutComments(`${readFileSync(FILE, 'utf8')}\n${more}`))
