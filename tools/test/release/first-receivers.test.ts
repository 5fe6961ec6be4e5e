import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { root } from '../../lib/run.js'

it.each(['README.md', 'packages/webhook-verify/README.md', 'skills/verify-merchantpay-webhooks/SKILL.md'])(
  'the receivers of %s need no module that is compiled',
  (page) => {
    const fences = readFileSync(`${root}/${page}`, 'utf8').match(/^```ts[\s\S]*?^```$/gm) ?? []
    const receivers = fences.filter((code) => code.includes('createReceiver('))
    expect(receivers.length).toBeGreaterThan(0)
    for (const code of receivers) {
      expect(code).not.toContain("'better-sqlite3'")
    }
  },
)
