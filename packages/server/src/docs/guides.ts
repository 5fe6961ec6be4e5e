import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * Reads a page of `guides/` and replaces each `{{name}}` that stands alone on a line by the generated part of that
 * name.
 *
 * @param kept names that the page itself replaces
 * @throws Error for a name without a part
 */
export function readGuide(
  slug: string,
  parts: Readonly<Record<string, () => string>>,
  kept: readonly string[] = [],
): string {
  const manifest = createRequire(import.meta.url).resolve('@merchantpay/server/package.json')
  const text = readFileSync(join(dirname(manifest), 'guides', `${slug}.md`), 'utf8')
  return text.replace(/^\{\{(.+)\}\}$/gm, (line, name: string) => {
    if (kept.includes(name)) return line
    const part = parts[name]
    if (!part) throw new Error(`guides/${slug}.md names the unknown part ${name}`)
    return part()
  })
}
