import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { limits } from '../../packages/sdk/scripts/size/limits.js'
import { root } from '../../scripts/run.js'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const namesIn = (folder: string) => readdirSync(join(root, folder))
const decisions = namesIn('docs/decisions').map((name) => `docs/decisions/${name}`)
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'openapi/DECISIONS.md',
  'openapi/README.md',
  'packages/server/README.md',
  'packages/sdk/README.md',
  'packages/webhook-verify/README.md',
  ...namesIn('examples').map((name) => `examples/${name}/README.md`),
  ...namesIn('docs').flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
  ...decisions,
]

describe('what the documents say', () => {
  it('the README’s sizes are the limits that the size check holds', () => {
    const [verifier] = JSON.parse(read('.size-limit.json')) as { limit: string }[]
    const said = /SDK in at most ([\d.]+) kB[\s\S]*verifier in at most ([\d.]+ kB)/.exec(read('README.md'))
    expect(said?.slice(1)).toEqual([String(limits['@merchantpay/sdk']?.initial), verifier?.limit])
  })

  it('the SDK’s README says both of its limits', () => {
    const { initial, whole } = limits['@merchantpay/sdk'] ?? {}
    const said = /At most ([\d.]+) kB load [\s\S]* and ([\d.]+) kB in all/.exec(
      read('packages/sdk/README.md'),
    )
    expect(said?.slice(1)).toEqual([String(initial), String(whole)])
  })

  it('the README’s program is the quickstart example', () => {
    expect(read('README.md')).toContain(read('examples/quickstart/index.ts').trim())
  })

  it('every command of the README is a script', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const named = [...read('README.md').matchAll(/npm (?:run )?(?!(?:ci|pack)\b)([a-z:-]+)/g)].map(
      ([, name = '']) => name,
    )
    expect(named.length).toBeGreaterThan(2)
    for (const name of named) expect(scripts).toHaveProperty(name)
  })

  it.each(pages)('every relative link of %s leads somewhere', (page) => {
    const targets = [...read(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, target = '']) => target)
    for (const target of targets)
      expect([target, existsSync(join(root, dirname(page), target))]).toEqual([target, true])
  })

  it('every path that CONTRIBUTING.md names exists', () => {
    const named = [...read('CONTRIBUTING.md').matchAll(/`((?:[\w.-]+\/)+[\w.-]*)`/g)].map(
      ([, path = '']) => path,
    )
    expect(named.length).toBeGreaterThan(10)
    const missing = named.filter((path) => !existsSync(join(root, path)))
    expect(missing).toEqual([])
  })

  it.each(decisions)('every file that enforces %s exists', (page) => {
    const [, enforcedBy = ''] = read(page).split('## Enforced by\n')
    const named = [...enforcedBy.matchAll(/`([\w./-]+(?:\.(?:[cm]?[jt]s|json|yaml|grit)|\/))`/g)].map(
      ([, path = '']) => path,
    )
    expect(named.length > 0 || /\breview\b/i.test(enforcedBy)).toBe(true)
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  it.each(decisions)('every decision that %s refers to is there', (page) => {
    const numbers = [...read(page).matchAll(/(?<=[\s(])(00[0-9]{2})(?=[\s,.;:)])/g)].map(
      ([, number = '']) => number,
    )
    const unknown = numbers.filter((number) => !decisions.some((name) => name.includes(`/${number}-`)))
    expect(unknown).toEqual([])
  })
})
