/** `dev` in a folder without a server. npm is replaced by a script that takes the packages from this checkout. */

import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../../test-support/net/free-port.js'
import { root } from '../../../tools/lib/run.js'
import { linkFromCheckout } from '../../../tools/release/tarball.js'
import { COMMAND, Installation, SERVER } from './support/installation.js'

const RUN_MS = 180_000
const DRIVER = realpathSync(join(root, 'node_modules/better-sqlite3'))
/** Has no binary of the driver. */
const binaries = createServer((_, response) => response.writeHead(404).end())
let installation: Installation

beforeAll(async () => {
  installation = await Installation.open(COMMAND)
  const registry = join(installation.root, 'registry')
  const modules = join(registry, 'node_modules')
  await installation.install(modules, SERVER)
  rmSync(join(modules, 'better-sqlite3'))
  cpSync(DRIVER, join(modules, 'better-sqlite3'), {
    recursive: true,
    filter: (path) => !path.startsWith(join(DRIVER, 'build')),
  })
  await linkFromCheckout(modules, ['bindings', 'file-uri-to-path'])
  const bin = join(installation.root, 'bin')
  mkdirSync(bin)
  writeFileSync(
    join(bin, 'npm'),
    `#!/bin/sh
echo "$@" >> "$HOME/npm.log"
case $1 in
  install)
    cp -R "${modules}" .
    if [ -n "$FINISHED_BINARY" ]; then ln -s "${DRIVER}/build/Release" node_modules/better-sqlite3/Release; fi
    ;;
  rebuild) ln -s "${DRIVER}/build" node_modules/better-sqlite3/build ;;
esac
`,
  )
  chmodSync(join(bin, 'npm'), 0o755)
  binaries.listen(0, '127.0.0.1')
  await once(binaries, 'listening')
}, RUN_MS)
afterAll(async () => {
  binaries.close()
  await installation?.close()
}, RUN_MS)

const environment = () => ({
  PATH: `${join(installation.root, 'bin')}:${process.env.PATH}`,
  npm_config_better_sqlite3_binary_host: `http://127.0.0.1:${(binaries.address() as AddressInfo).port}`,
})

/** Starts `dev` and stops it when it listens. Its standard error and what npm was called with. */
async function startOnce(env: Readonly<Record<string, string>>): Promise<{ stderr: string; npm: string }> {
  const log = join(installation.root, 'npm.log')
  rmSync(log, { force: true })
  const dev = installation.start(['dev', '--port', `${await freePort()}`], env)
  await dev.printed(/Ctrl-C/)
  const { stderr } = await dev.stop()
  return { stderr, npm: existsSync(log) ? readFileSync(log, 'utf8') : '' }
}

describe('dev without a server', { timeout: RUN_MS }, () => {
  it('installs it in .merchantpay/, says before that SQLite is compiled, and replaces one of another version', async () => {
    const { root: home, folder } = installation
    const env = environment()
    const port = `${await freePort()}`
    const first = installation.start(['dev', '--port', port], env)
    await first.printed(/Ctrl-C/)
    const { code, stderr } = await first.stop()
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(
        /installing @merchantpay\/server@[\d.]+ in \.merchantpay\/\n.*npm compiles it now: that needs Python 3, make and a C\+\+ compiler/,
      ),
    ])
    expect(readFileSync(join(home, 'npm.log'), 'utf8')).toMatch(
      /^install --ignore-scripts .*@merchantpay\/server@[\d.]+\nrebuild better-sqlite3\n$/,
    )
    expect(readFileSync(join(folder, '.merchantpay/package.json'), 'utf8')).toContain('better-sqlite3')
    const second = installation.start(['dev'], env)
    await second.printed(/Ctrl-C/)
    expect((await second.stop()).stderr).toBe('')

    const manifest = join(folder, '.merchantpay/node_modules/@merchantpay/server/package.json')
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(version, '0.0.1'))
    const third = installation.start(['dev'], env)
    await third.printed(/Ctrl-C/)
    expect((await third.stop()).stderr).toContain(
      `.merchantpay/ has @merchantpay/server 0.0.1: installing @merchantpay/server@${version}`,
    )
    expect(readFileSync(manifest, 'utf8')).toContain(`"version": "${version}"`)
  })
  it('compiles nothing where the driver brings its binary, and installs again where that opens no database', async () => {
    const modules = join(installation.folder, '.merchantpay/node_modules')
    rmSync(modules, { recursive: true, force: true })
    const env = { ...environment(), FINISHED_BINARY: '1' }
    const first = await startOnce(env)
    expect(first.stderr).not.toContain('compiles')
    expect(first.npm).toMatch(/^install .*\n$/)

    rmSync(join(modules, 'better-sqlite3/Release'))
    const second = await startOnce(env)
    expect(second.stderr).toContain('the SQLite driver in .merchantpay/ cannot be used (it has no binary)')
    expect(second.npm).toMatch(/^install .*\n$/)
  })

  it('compiles a driver that brings its binary where npm is told to compile', async () => {
    rmSync(join(installation.folder, '.merchantpay/node_modules'), { recursive: true, force: true })
    const env = { ...environment(), FINISHED_BINARY: '1', npm_config_build_from_source: 'true' }
    const { stderr, npm } = await startOnce(env)
    expect(stderr).toContain('npm is told to compile the SQLite driver: that needs Python 3')
    expect(npm).toMatch(/^install .*\nrebuild better-sqlite3\n$/)
  })
})
