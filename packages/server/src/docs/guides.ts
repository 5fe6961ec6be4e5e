import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * Reads a page of `guides/` and replaces each `{{name}}` that stands alone on a line by the generated part of that
 * name.
 *
 * @throws Error for a name without a part
 */
export function readGuide(slug: string, parts: Readonly<Record<string, () => string>>): string {
  const manifest = createRequire(import.meta.url).resolve('@merchantpay/server/package.json')
  const text = readFileSync(join(dirname(manifest), 'guides', `${slug}.md`), 'utf8')
  return text.replace(/^\{\{(.+)\}\}$/gm, (_, name: string) => {
    const part = parts[name]
    if (!part) throw new Error(`guides/${slug}.md names the unknown part ${name}`)
    return part()
  })
}
