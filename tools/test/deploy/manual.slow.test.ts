/** The chapters of docs/install.md, run as far as a machine without Docker and systemd can. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../../../packages/server/src/config/config.js'
import { freePort } from '../../../test-support/net/free-port.js'
import { startSandbox } from '../../../test-support/processes/sandbox-server.js'
import { root } from '../../lib/run.js'

const manual = readFileSync(join(root, 'docs/install.md'), 'utf8')
const chapters = new Map(
  manual.split(/^## /m).map((chapter) => [chapter.split('\n')[0] ?? '', chapter] as const),
)
/** The shell commands of a chapter, one text for each fence. */
const commandsOf = (chapter: string): string[] =>
  [...(chapters.get(chapter) ?? '').matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code)
const linesOf = (chapter: string): string[] =>
  commandsOf(chapter).flatMap((code) =>
    code
      .replaceAll(/\\\n\s*/g, '')
      .trim()
      .split('\n'),
  )

const folder = mkdtempSync(join(tmpdir(), 'manual-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const compose = parse(readFileSync(join(root, 'compose.yaml'), 'utf8'), { merge: true }) as {
  services: Record<string, { profiles?: string[] }>
  secrets: Record<string, { file: string }>
}

/** A merchantpay-server command that the build provides, for a shell. */
writeFileSync(
  join(folder, 'merchantpay-server'),
  `#!/bin/sh\nexec "${process.execPath}" "${root}/packages/server/dist/cli.js" "$@"\n`,
  { mode: 0o755 },
)

describe('docs/install.md', () => {
  it.each([...chapters.keys()])('%s has commands that a shell can parse', (chapter) => {
    for (const code of commandsOf(chapter))
      expect(spawnSync('bash', ['-n'], { input: code, encoding: 'utf8' })).toMatchObject({
        status: 0,
        stderr: '',
      })
  })

  it('With compose: its commands make every secret of compose.yaml', () => {
    const [secrets = ''] = commandsOf('With compose')
    const ran = spawnSync('bash', ['-e'], { input: secrets, cwd: folder, encoding: 'utf8' })
    expect(ran).toMatchObject({ status: 0, stderr: '' })
    for (const { file } of Object.values(compose.secrets))
      expect((statSync(join(folder, file)).mode & 0o777).toString(8)).toBe('644')
    expect((statSync(join(folder, 'secrets')).mode & 0o777).toString(8)).toBe('700')
    const config = readConfig({
      MERCHANTPAY_MASTER_KEY_FILE: join(folder, 'secrets/master_key'),
      MERCHANTPAY_DATABASE_URL_FILE: join(folder, 'secrets/database_url'),
      MERCHANTPAY_REGISTRATION_TOKEN_FILE: join(folder, 'secrets/registration_token'),
    })
    expect(config.database.engine).toBe('postgres')
  })

  it('With compose: it starts services with their profiles', () => {
    const started = linesOf('With compose').filter((line) => line.startsWith('docker compose'))
    expect(started).toHaveLength(17)
    for (const line of started) {
      const [, profile, service = ''] =
        /compose (?:--profile (\S+) )?(?:up --detach|exec|stop|run --rm(?: --entrypoint \S+)?) (\S+)/.exec(
          line,
        ) ?? []
      expect(compose.services).toHaveProperty([service])
      expect(compose.services[service]?.profiles?.[0]).toBe(profile)
    }
  })

  it('With compose: the service of backups runs the commands of the manual', () => {
    const names = linesOf('With compose').flatMap((line) => /run --rm backup (.*)/.exec(line)?.[1] ?? [])
    expect(names.length).toBeGreaterThan(1)
    for (const name of names) {
      const command = name.replace(/ --from.*/, '').split(' ')
      const { status, stdout } = spawnSync(join(folder, 'merchantpay-server'), [...command, '--help'], {
        encoding: 'utf8',
      })
      expect([status, stdout]).toEqual([
        0,
        expect.stringContaining(`merchantpay-server ${command.join(' ')}`),
      ])
    }
  })

  it('With systemd: it installs files of the repository', () => {
    const named = linesOf('With systemd').flatMap((line) => line.match(/deploy\/\S+/g) ?? [])
    expect(named).toHaveLength(4)
    for (const path of named) expect(statSync(join(root, path)).isFile()).toBe(true)
  })

  it('Upgrade: its commands succeed beside a running server', async () => {
    const port = `${await freePort()}`
    const sandbox = await startSandbox({ MERCHANTPAY_PORT: port })
    try {
      const lines = linesOf('Upgrade')
      expect(lines.length).toBeGreaterThan(3)
      for (const line of lines) {
        const { status, stderr } = spawnSync('sh', ['-c', line.replace('/var/backups', folder)], {
          encoding: 'utf8',
          env: {
            PATH: `${folder}:${process.env.PATH}`,
            MERCHANTPAY_PORT: port,
            MERCHANTPAY_DATABASE_URL: `file:${sandbox.folder}/merchantpay.db`,
          },
        })
        expect([line, status, stderr]).toEqual([line, 0, expect.any(String)])
      }
    } finally {
      await sandbox.stop()
    }
  }, 30_000)
})
