import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * A page of `guides/`, with what is computed put where it names it: `{{name}}` alone on a line.
 *
 * @throws Error for a name that nothing is known for
 */
export function readGuide(slug: string, parts: Readonly<Record<string, () => string>>): string {
  const manifest = createRequire(import.meta.url).resolve('@merchantpay/server/package.json')
  const text = readFileSync(join(dirname(manifest), 'guides', `${slug}.md`), 'utf8')
  return text.replace(/^\{\{(.+)\}\}$/gm, (_, name: string) => {
    const part = parts[name]
    if (!part) throw new Error(`guides/${slug}.md wants «${name}», which is not known`)
    return part()
  })
}
