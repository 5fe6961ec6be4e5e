import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root, run } from '../../../tools/lib/run.js'
import { install, linkFromCheckout, pack } from '../../../tools/release/tarball.js'

const PROGRAM = 'node_modules/create-merchantpay/bin/create-merchantpay.js'
const TEMPLATES = ['express', 'hono', 'next']
/** Packages that `npm install` would fetch, besides those of this repository. */
const FETCHED = [
  '@hono/node-server',
  '@types/better-sqlite3',
  '@types/express',
  '@types/node',
  '@types/react',
  'better-sqlite3',
  'express',
  'hono',
  'next',
  'react',
  'react-dom',
  'tsx',
  'typescript',
]
const sources = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8')

let folder: string

/** The packed packages, installed where the projects are made. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'create-merchantpay-'))
  const modules = join(folder, 'node_modules')
  for (const name of ['sdk', 'testing', 'webhook-verify'])
    await install(await pack(`packages/${name}`, folder), modules, `@merchantpay/${name}`)
  await install(await pack('packages/create-merchantpay', folder), modules, 'create-merchantpay')
  await linkFromCheckout(modules, [...FETCHED, 'openapi-fetch', 'openapi-typescript-helpers'])
}, 120_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const create = (...args: string[]) => run(process.execPath, [PROGRAM, ...args], { cwd: folder })

describe.each(TEMPLATES)('a project from the template %s', (template) => {
  it('compiles, and its own test passes without a network', async () => {
    const name = `My ${template} Shop`
    const { code, output } = await create(name, '--template', template)
    expect([code, output]).toEqual([0, expect.stringContaining(`from the template ${template}. Next:`)])
    const cwd = join(folder, name)
    const manifest = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8'))
    expect(manifest).toMatchObject({
      name: `my-${template}-shop`,
      dependencies: { '@merchantpay/sdk': '^1.0.0' },
    })
    expect(readFileSync(join(cwd, '.gitignore'), 'utf8')).toContain('.env*')

    const compiled = await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc')], { cwd })
    expect(compiled).toMatchObject({ code: 0, output: '' })
    const env = { ...process.env, http_proxy: 'http://127.0.0.1:1', https_proxy: 'http://127.0.0.1:1' }
    const tested = await run('npm', ['test'], { cwd, env })
    expect(tested.output).toContain(`# pass ${template === 'express' ? 3 : 2}`)
    expect(tested.code).toBe(0)
  }, 240_000)
})

describe('create-merchantpay', () => {
  it.each([
    [[], 'name one folder, such as my-shop'],
    [['shop', '--template', 'rails'], 'there is no template rails'],
    [['shop', '--lang', 'js'], "Unknown option '--lang'"],
  ])('refuses %j', async (args, message) => {
    const { code, output } = await create(...args)
    expect([code, output]).toEqual([2, expect.stringContaining(message)])
  })

  it('takes the options after --, which npx passes on', async () => {
    const { code, output } = await create('by-npx', '--', '--template', 'hono')
    expect([code, output]).toEqual([0, expect.stringContaining('from the template hono. Next:')])
  })

  it('explains itself', async () => {
    const { code, output } = await create('--help')
    expect([code, output]).toEqual([0, expect.stringContaining('express without it')])
  })

  it('leaves a folder with files as it is', async () => {
    writeFileSync(join(folder, 'kept.txt'), 'kept')
    const { code, output } = await create('.')
    expect([code, output]).toEqual([2, expect.stringContaining('is not empty')])
  })

  it('stores webhooks as the examples do', () => {
    expect(sources('../templates/common/receiver.ts')).toBe(
      sources('../../../examples/node-receiver/receiver.ts'),
    )
  })
})
