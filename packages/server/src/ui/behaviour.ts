import { readAsset } from '../runtime/assets.js'
import { type Inline, inline } from './inline.js'

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
  inline(withoutComments(`${readAsset('ui', 'page-script.js')}\n${more}`))
