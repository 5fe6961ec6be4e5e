import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
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
  'packages/cli/README.md',
  'packages/create-merchantpay/README.md',
  'packages/server/README.md',
  'packages/server/test/support/README.md',
  'packages/sdk/README.md',
  'packages/testing/README.md',
  'packages/conformance/README.md',
  'packages/tron-devnode/README.md',
  'packages/webhook-verify/README.md',
  ...namesIn('examples').map((name) => `examples/${name}/README.md`),
  ...namesIn('docs').flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
  'docs/decisions/README.md',
  'docs/observability/README.md',
  ...decisions,
  ...skills,
]

/** `a/{b,c}.ts` stands for `a/b.ts` and `a/c.ts`. */
function spelledOut(path: string): string[] {
  const [, before = '', list, after = ''] = /^(.*?)\{([^}]*)\}(.*)$/.exec(path) ?? []
  return list === undefined ? [path] : list.split(',').flatMap((one) => spelledOut(`${before}${one}${after}`))
}

/** The scripts that a page runs, each with the workspace that it names. */
function commandsIn(text: string): { script: string; workspace: string | undefined }[] {
  return [...text.matchAll(/\bnpm (run )?(?:--silent )?([a-z]+(?:[:-][a-z]+)*)([^`\n]*)/g)]
    .filter(([, run, name = '']) => run !== undefined || ['test', 'start'].includes(name))
    .map(([, , script = '', rest = '']) => ({
      script,
      workspace: /-w (?:@merchantpay\/|packages\/|examples\/)?([\w-]+)/.exec(rest)?.[1],
    }))
}

/** The names of the scripts of the root or of a workspace. */
function scriptsOf(workspace: string | undefined): string[] {
  const folder = workspace === undefined ? '' : `packages/${workspace}/`
  const example = `examples/${workspace?.replace(/^example-/, '')}/`
  const manifest = read(`${existsSync(join(root, folder, 'package.json')) ? folder : example}package.json`)
  return Object.keys((JSON.parse(manifest) as { scripts: Record<string, string> }).scripts)
}

describe('the documents', () => {
  it('the README’s sizes are the limits that the size check holds', () => {
    const [verifier] = JSON.parse(read('.size-limit.json')) as { limit: string }[]
    const said = /SDK of at most ([\d.]+) kB[\s\S]*verifier of at most ([\d.]+ kB)/.exec(read('README.md'))
    expect(said?.slice(1)).toEqual([String(limits['@merchantpay/sdk']), verifier?.limit])
  })

  it('the SDK’s README says its limits', () => {
    const said = /whole client is at most ([\d.]+) kB [^;]*; `.\/signing` alone is at most ([\d.]+) kB/.exec(
      read('packages/sdk/README.md'),
    )
    const names = ['@merchantpay/sdk', '@merchantpay/sdk/signing']
    expect(said?.slice(1)).toEqual(names.map((name) => String(limits[name])))
  })

  it('the README’s program is the quickstart example', () => {
    expect(read('README.md')).toContain(read('examples/quickstart/index.ts').trim())
  })

  it.each(pages)('every relative link of %s leads somewhere', (page) => {
    const targets = [...read(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, target = '']) => target)
    for (const target of targets)
      expect([target, existsSync(join(root, dirname(page), target))]).toEqual([target, true])
  })

  it.each(pages)('every command that %s names is a script', (page) => {
    for (const { script, workspace } of commandsIn(read(page)))
      expect([page, workspace, scriptsOf(workspace)]).toEqual([
        page,
        workspace,
        expect.arrayContaining([script]),
      ])
  })

  it('CONTRIBUTING.md names commands and fits on three screens', () => {
    expect(commandsIn(read('CONTRIBUTING.md')).length).toBeGreaterThan(8)
    expect(read('CONTRIBUTING.md').trimEnd().split('\n').length).toBeLessThanOrEqual(110)
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

  it.each([
    ['CONTRIBUTING.md', 10],
    ['docs/architecture.md', 30],
  ])('every path that %s names exists in the repository or in the server', (page, atLeast) => {
    const named = [...read(page).matchAll(/`((?:[\w.-]+\/)+[\w.-]*|\w+\.ts)`/g)].map(([, path = '']) => path)
    expect(named.length).toBeGreaterThan(atLeast)
    const missing = named.filter(
      (path) => !['', 'packages/server/src'].some((folder) => existsSync(join(root, folder, path))),
    )
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

  it('the skill names every event', () => {
    const { webhooks } = parse(read('openapi/merchantpay.v1.yaml')) as { webhooks: Record<string, unknown> }
    const said = read('skills/verify-merchantpay-webhooks/SKILL.md')
    expect(Object.keys(webhooks).filter((event) => !said.includes(`\`${event}\``))).toEqual([])
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
