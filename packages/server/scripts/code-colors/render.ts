/** Renders the colours of all code in the API reference, so that the server only prints them. */

import { readFileSync } from 'node:fs'
import { createHighlighterCore, type HighlighterCore } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import { parse } from 'yaml'
import { serverLimits } from '../../src/compose/docs.js'
import { readConfig } from '../../src/config/config.js'
import { policyOf } from '../../src/config/policy-of-settings.js'
import { codeKey } from '../../src/docs/code/code-colors.js'
import type { ContractDocument } from '../../src/docs/contract.js'
import { NOTHING } from '../../src/runtime/html.js'
import { type CodeClass, classOf, THEME } from './theme.js'

/** Renders `{ [key of a code]: runs }` as JSON. A run is a class, or `-` for none, with the length of its text. */
export async function renderCodeColors(): Promise<string> {
  const highlighter = await createHighlighterCore({
    themes: [THEME],
    langs: [
      import('@shikijs/langs/go'),
      import('@shikijs/langs/javascript'),
      import('@shikijs/langs/json'),
      import('@shikijs/langs/php'),
      import('@shikijs/langs/python'),
      import('@shikijs/langs/shellscript'),
      import('@shikijs/langs/typescript'),
    ],
    engine: createJavaScriptRegexEngine(),
  })
  const known = new Set(highlighter.getLoadedLanguages())
  const codes = [...(await codesOfReference()).entries()].filter(([, { language }]) => known.has(language))
  const runs = codes.map(([key, { language, code }]) => [key, runsOf(highlighter, language, code)])
  return `${JSON.stringify(Object.fromEntries(runs.sort()), null, 1)}\n`
}

/** Renders the reference once, and returns the code that it shows. */
async function codesOfReference(): Promise<Map<string, { language: string; code: string }>> {
  const { renderDocs } = await import('../../src/docs/site.js') // after the samples are written, which it reads
  const file = new URL('../../../../openapi/merchantpay.v1.yaml', import.meta.url)
  const contract = parse(readFileSync(file, 'utf8')) as ContractDocument // our own file, which is linted
  const config = readConfig({})
  const codes = new Map<string, { language: string; code: string }>()
  const colors = {
    print(language: string, code: string) {
      codes.set(codeKey(language, code), { language, code })
      return NOTHING
    },
  }
  renderDocs({ contract, limits: serverLimits(policyOf(config), config), colors })
  return codes
}

function runsOf(highlighter: HighlighterCore, language: string, code: string): string {
  const runs: [name: CodeClass | undefined, length: number][] = []
  const { tokens } = highlighter.codeToTokens(code, {
    lang: language,
    theme: THEME.name ?? '',
    // The result must not depend on the speed of the machine.
    tokenizeTimeLimit: 0,
  })
  for (const [at, line] of tokens.entries()) {
    if (at > 0) append(runs, undefined, '\n')
    for (const { content, color } of line) append(runs, classOf(color), content)
  }
  return runs.map(([name, length]) => `${name ?? '-'}${length}`).join('')
}

/** Appends a text to the last run if it has the same class or is invisible. */
function append(
  runs: [name: CodeClass | undefined, length: number][],
  name: CodeClass | undefined,
  text: string,
): void {
  const last = runs.at(-1)
  if (last && (last[0] === name || text.trim() === '')) last[1] += text.length
  else runs.push([name, text.length])
}
