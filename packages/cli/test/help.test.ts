import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { COMMANDS } from '../src/table/commands.js'
import { call } from './support/call.js'
import { expectGolden, GOLDEN } from './support/golden.js'

describe('the help', () => {
  it('lists every command', async () => {
    const called = await call(['--help'])
    await expectGolden('help.txt', ['--help'], called)
    for (const { name } of COMMANDS) expect(called.stdout).toContain(`  ${name} `)
  })

  it.each(COMMANDS.map(({ name }) => name))('the help of %s names all its options', async (name) => {
    const { code, stdout } = await call([...name.split(' '), '--help'])
    const options = COMMANDS.find((command) => command.name === name)?.options ?? []
    expect(code).toBe(0)
    for (const option of options) expect(stdout).toContain(`--${option.name}`)
  })

  it('answers a word that is no command with code 2', async () => {
    expect(await call(['pay'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'merchantpay: unknown command pay; merchantpay --help lists all\n',
    })
    expect((await call(['orders'])).stderr).toMatch(/^merchantpay <command>\n[\s\S]*orders create/)
    expect((await call(['orders', 'lst'])).stderr).toMatch(
      /^merchantpay: unknown command orders lst\n[\s\S]*orders list/,
    )
  })

  it('names commands as they can be typed after npx', async () => {
    const env = { npm_command: 'exec' }
    expect((await call(['pay'], { env })).stderr).toContain('; npx @merchantpay/cli --help lists all')
    expect((await call(['orders', 'list', '--limit', '0'], { env })).stderr).toContain(
      'usage: npx @merchantpay/cli orders list --help',
    )
    expect((await call(['orders', 'list'], { env })).stderr).toContain(
      'no key is known: run npx @merchantpay/cli dev in this folder, or npx @merchantpay/cli login,',
    )
  })

  it('says where options belong that stand before the command', async () => {
    for (const args of [
      ['--json', 'orders', 'list'],
      ['--profile', 'shop', 'orders', 'list'],
    ])
      expect(await call(args)).toMatchObject({
        code: 2,
        stderr: `merchantpay: options come after the command: merchantpay orders list ${args[0]}\n`,
      })
  })

  it('reads no option behind the end of options', async () => {
    const { code, stdout } = await call(['completion', '--', '--help'])
    expect([code, stdout]).toEqual([2, ''])
  })

  it('loads no code of commands and no dependency, so that it is fast', () => {
    const dist = fileURLToPath(new URL('../dist/', import.meta.url))
    const loaded = new Set(['./cli.js'])
    for (const file of loaded)
      if (file.startsWith('./'))
        for (const [, imported = ''] of readFileSync(join(dist, file), 'utf8').matchAll(
          /^(?:import|} from) ?.*"([^"]+)";?$/gm,
        ))
          loaded.add(imported)
    expect([...loaded].filter((name) => !/^(node:|\.\/chunk-|\.\/cli)/.test(name))).toEqual([])
    const bytes = readdirSync(dist).reduce((sum, name) => sum + statSync(join(dist, name)).size, 0)
    expect(bytes).toBeLessThan(1_000_000)
  })

  it('prints the version', async () => {
    expect((await call(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
})

describe('every command', () => {
  it.each(COMMANDS.map(({ name }) => name.replace(' ', '-')))('%s has golden files of both modes', (name) => {
    for (const mode of ['', '.json']) expect(existsSync(join(GOLDEN, `${name}${mode}.txt`))).toBe(true)
  })
})
