import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Renders the changelog of the contract below a heading of the page. */
export function changelog(): string {
  const path = createRequire(import.meta.url).resolve('@merchantpay/openapi/CHANGELOG.md')
  return changelogText(readFileSync(path, 'utf8'))
}

/** Removes the title, moves headings down by one, and keeps of links that leave the reference only their words. */
export const changelogText = (text: string): string =>
  text
    .replace(/^# .*\n+/, '')
    .replaceAll(/^#/gm, '##')
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .trim()
