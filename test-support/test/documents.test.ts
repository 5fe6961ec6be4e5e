import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { BENCHES } from '../../bench/catalogue.js'
import { limits } from '../../packages/sdk/scripts/size/limits.js'
import { STRESS_TESTS } from '../../stress/catalogue.js'
import { root } from '../../tools/lib/run.js'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const namesIn = (folder: string) => readdirSync(join(root, folder))
const decisions = namesIn('docs/decisions')
  .filter((name) => name !== 'README.md')
  .map((name) => `docs/decisions/${name}`)
const skills = namesIn('skills').map((name) => `skills/${name}/SKILL.md`)
const pages = [
  'README.md',
  'AGENTS.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'openapi/DECISIONS.md',
  'openapi/README.md',
  'packages/server/README.md',
  'packages/sdk/README.md',
  'packages/tron-devnode/README.md',
  'packages/webhook-verify/README.md',
  ...namesIn('examples').map((name) => `examples/${name}/README.md`),
  ...namesIn('docs').flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
  'docs/decisions/README.md',
  ...decisions,
  ...skills,
]

/** `a/{b,c}.ts` stands for `a/b.ts` and `a/c.ts`. */
function spelledOut(path: string): string[] {
  const [, before = '', list, after = ''] = /^(.*?)\{([^}]*)\}(.*)$/.exec(path) ?? []
  return list === undefined ? [path] : list.split(',').flatMap((one) => spelledOut(`${before}${one}${after}`))
}

describe('what the documents say', () => {
  it('the README’s sizes are the limits that the size check holds', () => {
    const [verifier] = JSON.parse(read('.size-limit.json')) as { limit: string }[]
    const said = /SDK in at most ([\d.]+) kB[\s\S]*verifier in at most ([\d.]+ kB)/.exec(read('README.md'))
    expect(said?.slice(1)).toEqual([String(limits['@merchantpay/sdk']?.initial), verifier?.limit])
  })

  it('the SDK’s README says its limits', () => {
    const { initial, called, whole } = limits['@merchantpay/sdk'] ?? {}
    const said = /At most ([\d.]+) kB load [^,]*, ([\d.]+) kB with it, and ([\d.]+) kB in all/.exec(
      read('packages/sdk/README.md'),
    )
    expect(said?.slice(1)).toEqual([initial, called, whole].map(String))
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

  it('CONTRIBUTING.md names every script of the root, and none that is not there', () => {
    const scriptsOf = (folder: string) => {
      const { scripts } = JSON.parse(read(`${folder}package.json`)) as { scripts: Record<string, string> }
      return Object.keys(scripts).sort()
    }
    const commands = read('CONTRIBUTING.md').matchAll(
      /(?:npm run |`(?:\w+=\w+ )?npm (?!(?:run|ci|install|update)\b))([a-z:]+)(?: -w @merchantpay\/([a-z-]+))?/g,
    )
    const ofRoot = new Set<string>()
    for (const [, script = '', workspace] of commands) {
      if (workspace) expect(scriptsOf(`packages/${workspace}/`)).toContain(script)
      else ofRoot.add(script)
    }
    expect([...ofRoot].sort()).toEqual(scriptsOf(''))
  })

  it.each(pages)('every stress test and bench that %s names is in its catalogue', (page) => {
    const named = read(page).matchAll(
      /(?:npm run (stress|bench) -- |(stress) test `|(bench) `)([a-z][\w-]*)/g,
    )
    for (const [, command, stress, bench, name = ''] of named) {
      const kind = command ?? stress ?? bench
      expect(kind === 'stress' ? STRESS_TESTS : BENCHES).toHaveProperty([name])
    }
  })

  it('every path that CONTRIBUTING.md names exists', () => {
    const named = [...read('CONTRIBUTING.md').matchAll(/`((?:[\w.-]+\/)+[\w.-]*)`/g)].map(
      ([, path = '']) => path,
    )
    expect(named.length).toBeGreaterThan(10)
    const missing = named.filter((path) => !existsSync(join(root, path)))
    expect(missing).toEqual([])
  })

  it.each(skills)('%s says what it is for, in words that an agent finds it by', (page) => {
    const [, name, description = ''] =
      /^---\nname: ([a-z-]+)\ndescription: (.+)\n---\n\n# /.exec(read(page)) ?? []
    expect(page).toBe(`skills/${name}/SKILL.md`)
    expect(description).toMatch(/Use when/)
    expect(description.length).toBeLessThanOrEqual(1_024)
  })

  it('the skill’s vector is the first of the vectors', () => {
    const [vector] = JSON.parse(read('openapi/vectors/webhook-signature.json')) as Record<string, string>[]
    const said = read('skills/verify-merchantpay-webhooks/SKILL.md')
    const body = Buffer.from(vector?.body ?? '', 'base64').toString('utf8')
    for (const part of [vector?.secret, body, vector?.header, String(vector?.t)]) expect(said).toContain(part)
  })

  it.each(decisions)('every file that enforces %s exists', (page) => {
    const [, enforcedBy = ''] = read(page).split('## Enforced by\n')
    const words = [...enforcedBy.matchAll(/`([^`\s]+)`/g)].map(([, word = '']) => word)
    const named = words.filter((word) => /\/|\.(?:[cm]?[jt]s|json|yaml|grit)$/.test(word)).flatMap(spelledOut)
    expect(named.length > 0 || /\breview\b/i.test(enforcedBy)).toBe(true)
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  it('the index of the decisions links each page by its number and title', () => {
    const index = read('docs/decisions/README.md')
    const rows = decisions.map((page) => {
      const [, number = '', title = ''] = /^# (\d{4}) (.+)\n/.exec(read(page)) ?? []
      return `| ${number} | [${title}](${page.replace('docs/decisions/', '')}) |`
    })
    for (const row of rows) expect(index).toContain(row)
  })
})
