import { createHash } from 'node:crypto'
import type { Answer } from '../server/harness.js'

/** Returns the ways in which a page does not keep the strict policy: each style and script by its hash, and nothing else. */
export function policyFaultsOf({ headers, text }: Pick<Answer, 'headers' | 'text'>): string[] {
  const policy = String(headers['content-security-policy'])
  const allowed = new Set(policy.match(/'sha256-[^']+'/g))
  const used = [...text.matchAll(/<(style|script)>(.*?)<\/\1>/gs)].map(([, , code = '']) => hashOf(code))
  const attributes = text.replace(/<(style|script)>.*?<\/\1>/gs, '').match(/<[^>]+ (?:style|on[a-z]+)="/g)
  const resources = text.match(
    /<(?:script|img|link|iframe|source|video)\b[^>]*(?:src|href)="(?:https?:)?\/\//g,
  )
  return [
    ...(policy.startsWith("default-src 'none'") ? [] : ['the policy allows more than it names']),
    ...(/unsafe|https?:|\*/.test(policy.replace(/frame-ancestors[^;]*/, '')) ? [`a source: ${policy}`] : []),
    ...used.filter((hash) => !allowed.has(hash)).map((hash) => `not in the policy: ${hash}`),
    ...(attributes ?? []).map((found) => `an attribute: ${found}`),
    ...(resources ?? []).map((found) => `a foreign resource: ${found}`),
    ...(/url\(|@import/.test(text) ? ['a style sheet that loads'] : []),
  ]
}

const hashOf = (code: string): string => `'sha256-${createHash('sha256').update(code).digest('base64')}'`
