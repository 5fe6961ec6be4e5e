/** The systemd units in the tools of systemd, and the script that runs operator commands with their settings. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { root } from '../../lib/run.js'
import { hasProgram } from './programs.js'

const SERVICES = ['merchantpay.service', 'merchantpay-backup.service']
/** 10 is a service without any protection. */
const MAX_EXPOSURE = 2

const folder = mkdtempSync(join(tmpdir(), 'systemd-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.skipIf(!hasProgram('systemd-analyze', '--version'))('the systemd units', () => {
  const files = [...SERVICES, 'merchantpay-backup.timer'].map((name) => join(folder, name))
  for (const name of [...SERVICES, 'merchantpay-backup.timer']) {
    const text = readFileSync(join(root, 'deploy/systemd', name), 'utf8')
    writeFileSync(join(folder, name), text.replaceAll('/usr/local/bin/merchantpay-server', process.execPath))
  }

  it('have no mistake', () => {
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...files], {
      encoding: 'utf8',
    })
    expect([status, stdout, stderr]).toEqual([0, '', ''])
  })

  it.each(SERVICES)('%s is hardened', (name) => {
    const args = ['security', '--offline=true', `--threshold=${MAX_EXPOSURE * 10}`, join(folder, name)]
    const { status, stdout } = spawnSync('systemd-analyze', args, { encoding: 'utf8' })
    expect([status, /exposure level.*/.exec(stdout)?.[0]]).toEqual([0, expect.stringContaining('OK')])
  })
})

describe('merchantpay-command', () => {
  it('runs a command with its arguments and the credential of the service', () => {
    const bin = join(folder, 'bin')
    mkdirSync(bin)
    // The options of systemd-run have no spaces around their values, so the command is what follows them.
    const run = `#!/bin/sh\nwhile [ "\${1#--}" != "$1" ]; do echo "$1" >> ${folder}/options; shift; done\nCREDENTIALS_DIRECTORY=/run/credentials exec "$@"\n`
    writeFileSync(join(bin, 'systemd-run'), run, { mode: 0o755 })
    const server = '#!/bin/sh\necho "$MERCHANTPAY_MASTER_KEY_FILE"\nfor each; do echo "<$each>"; done\n'
    writeFileSync(join(bin, 'merchantpay-server'), server, { mode: 0o755 })
    const script = join(folder, 'merchantpay-command')
    copyFileSync(join(root, 'deploy/systemd/merchantpay-command'), script)
    const text = readFileSync(script, 'utf8')
    writeFileSync(script, text.replace('/usr/local/bin/', `${bin}/`), { mode: 0o755 })
    const { stdout } = spawnSync(script, ['orders', 'clear', 'x', '--reason', 'two words'], {
      env: { PATH: `${bin}:${process.env.PATH}` },
      encoding: 'utf8',
    })
    expect(stdout).toBe('/run/credentials/master-key\n<orders>\n<clear>\n<x>\n<--reason>\n<two words>\n')
    const options = readFileSync(join(folder, 'options'), 'utf8')
    for (const line of readFileSync(join(root, 'deploy/systemd/merchantpay.service'), 'utf8').split('\n'))
      if (/^(EnvironmentFile|LoadCredential|User|Group)=/.test(line))
        expect(options).toContain(`--property=${line}\n`)
  })
})
