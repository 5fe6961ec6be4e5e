import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import type { Called } from './call.js'

export const GOLDEN = fileURLToPath(new URL('../golden', import.meta.url))

/** Values that differ between two runs, in the order in which they are replaced. */
const REPLACED: readonly (readonly [RegExp, string])[] = [
  [/http:\/\/127\.0\.0\.1:\d+\/pay\/[\w-]+/g, '<payment_url>'],
  [/http:\/\/127\.0\.0\.1:\d+\/link\/[\w-]+/g, '<link_url>'],
  [/http:\/\/(127\.0\.0\.1|localhost):\d+/g, 'http://$1:<port>'],
  [/\/dashboard\/sign-in\/[\w-]{43}/g, '/dashboard/sign-in/<token>'],
  [/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z/g, '<time>'],
  [/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<uuid>'],
  [/\bord_check[0-9a-f]{8}\b/g, 'ord_check<number>'],
  [/\b(ord|wdr)_[0-9A-Z]{12}\b/g, '$1_<number>'],
  [/\b(wd|wh|pl)_[0-9a-f]{32}\b/g, '$1_<id>'],
  [/\bmk_(test|live)_[0-9A-Za-z]{24}\b/g, 'mk_$1_<id>'],
  [/\bsk_(test|live)_[\w-]{43}(?![\w-])/g, 'sk_$1_<secret>'],
  [/\bwhsec_[\w+/-]{44}/g, 'whsec_<secret>'],
  [/\b(sk_test_|sk_live_|whsec_)[\w+/-]{4}…/g, '$1<start>…'],
  [/\bT[1-9A-HJ-NP-Za-km-z]{33}\b/g, '<address>'],
  [/\b0x[0-9a-fA-F]{40}\b/g, '<address>'],
  [/\b[0-9a-f]{64}\b/g, '<hex>'],
  [/\/\S*\/merchantpay\/profiles\.json/g, '<profiles>'],
  [/\bNode v\d+\.\d+\.\d+/g, 'Node <version>'],
  [/\bt=\d{10}\b/g, 't=<seconds>'],
  [/\b\d+ ms\b/g, '<n> ms'],
  [/"ms":\d+/g, '"ms":<n>'],
  [/"(t|timestamp)":"?\d{10}"?/g, '"$1":<seconds>'],
  [/:\d{10}:/g, ':<seconds>:'],
]

/** Compares a call with `golden/<name>`. */
export async function expectGolden(name: string, args: readonly string[], called: Called): Promise<void> {
  const parts = [`$ merchantpay ${args.join(' ')}`, called.stdout]
  if (called.stderr !== '') parts.push('-- stderr', called.stderr)
  parts.push(`-- exit ${called.code}`)
  const text = parts.map((part) => part.trimEnd()).join('\n')
  await expect(`${normalised(text)}\n`).toMatchFileSnapshot(join(GOLDEN, name))
}

/** Columns are aligned by the real widths, so runs of spaces count as two. */
const normalised = (text: string): string =>
  REPLACED.reduce((changed, [pattern, by]) => changed.replace(pattern, by), text).replace(
    /(\S) {2,}(?=\S)/g,
    '$1  ',
  )
