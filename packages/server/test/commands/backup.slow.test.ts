import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { freePort } from '../../../../test-support/net/free-port.js'
import { root } from '../../../../tools/lib/run.js'
import { xpubOf } from '../support/nodes/served-network.js'
import { startChild } from '../support/server/child.js'
import { temporaryFolder } from '../support/server/folder.js'
import { documentsOf, runCommand } from '../support/server/operator.js'

const CONFIG = 78
/** The address of the key `0ddba115` eight times. */
const NEW_WALLET = '0x09153f60a19c97DEDea18fcfF8fB5DAa71E2d4BD'
/** For ten processes. */
const TIMEOUT_MS = 60_000
const OTHER_KEY = { MERCHANTPAY_MASTER_KEY: Buffer.alloc(32, 7).toString('base64') }

/** Returns the commands of a chapter of the manual. */
function commandsOf(chapter: string): string[][] {
  const manual = readFileSync(join(root, 'docs/operating-database.md'), 'utf8')
  const [, text = ''] = manual.split(`\n## ${chapter}\n`)
  const lines = text.split('\n## ')[0]?.match(/^merchantpay-server .*$/gm) ?? []
  return lines.map((line) => line.split(' ').slice(1))
}

/** Settings of a network whose nodes never answer. */
async function networkEnv(): Promise<Record<string, string>> {
  return {
    MERCHANTPAY_TEST_ERC20: 'rpc',
    MERCHANTPAY_TEST_ERC20_NODE_1_URL: `http://127.0.0.1:${await freePort()}`,
    MERCHANTPAY_TEST_ERC20_TOKEN: '0x7169D38820dfd117C3FA1f22a697dBA58d90BA06',
    MERCHANTPAY_TEST_ERC20_XPUB: xpubOf("abandon m/44'/60'/0'"),
  }
}

it(
  'a server is backed up while it runs, and restored once it is gone',
  async () => {
    const folder = temporaryFolder()
    const file = join(folder, 'books.db')
    const databaseEnv = { MERCHANTPAY_DATABASE_URL: `file:${file}` }
    const env = await networkEnv()
    const run = (args: string[], changes: Record<string, string> = {}) =>
      runCommand({ databaseEnv }, args, { ...env, ...changes })
    expect(run(['backup', '--to', folder])).toMatchObject({
      status: 1,
      stderr: `there is no database ${file}\n`,
    })

    const signer = join(folder, 'signer')
    writeFileSync(signer, '0ddba116'.repeat(8), { mode: 0o600 })
    env.MERCHANTPAY_TEST_ERC20_SIGNER_KEY_FILE = signer
    const server = await startChild({ ...databaseEnv, ...env })
    const backups = join(folder, 'backups')
    const made = run(['backup', '--to', backups, '--json'])
    expect(made.status).toBe(0)
    expect(made.stderr).toContain(`keep ${file}.master-key in another place`)
    const path = String(documentsOf(made)[0]?.backup)
    const db = new Database(file, { readonly: true })
    expect(db.prepare('SELECT location FROM backups').pluck().get()).toBe(path)
    db.close()
    const [manual = []] = commandsOf('Restore')
    const restore = [
      ...manual.map((word) => (word.startsWith('/var/backups/') ? path : word)),
      '--skip',
      '20',
    ]
    expect(run(restore)).toMatchObject({
      status: CONFIG,
      stderr: `a server runs on ${file}: stop it first\n`,
    })
    server.signal('SIGKILL')
    await server.exited

    for (const name of readdirSync(folder).filter((each) => /^books\.db(-wal|-shm)?$/.test(each)))
      rmSync(join(folder, name))
    const key = run(restore, OTHER_KEY)
    expect([key.status, key.stderr]).toEqual([
      CONFIG,
      expect.stringMatching(
        /^MERCHANTPAY_MASTER_KEY: not the key of books-\S+\.db, which was made with another one\n$/,
      ),
    ])
    const unserved = run(restore, { MERCHANTPAY_TEST_ERC20: 'off' })
    expect([unserved.status, unserved.stderr]).toEqual([
      CONFIG,
      expect.stringMatching(
        /^MERCHANTPAY_TEST_ERC20: books-\S+\.db has a wallet of it, and the settings have no nodes for it\n$/,
      ),
    ])
    const wallet = run(restore, { MERCHANTPAY_TEST_ERC20_XPUB: xpubOf("junk m/44'/60'/0'") })
    expect([wallet.status, wallet.stderr]).toEqual([
      CONFIG,
      expect.stringMatching(
        /^MERCHANTPAY_TEST_ERC20_XPUB: books-\S+\.db belongs to sha256:.*: restore with the setting of the backup\n$/,
      ),
    ])
    expect(existsSync(file)).toBe(false)
    const newSigner = join(folder, 'new-signer')
    writeFileSync(newSigner, '0ddba115'.repeat(8), { mode: 0o600 })
    const restored = run(restore, { MERCHANTPAY_TEST_ERC20_SIGNER_KEY_FILE: newSigner })
    expect(restored).toMatchObject({ status: 0, stdout: expect.stringContaining('restore status') })
    const again = new Database(file, { readonly: true })
    expect(again.prepare('SELECT hot_wallet FROM wallets').pluck().get()).toBe(NEW_WALLET)
    expect(again.prepare('SELECT cause FROM recoveries WHERE is_open = 1').pluck().get()).toBe('restore')
    expect(again.prepare('SELECT network, last_index FROM skipped_indexes').all()).toEqual([
      { network: 'ERC20', last_index: 20 },
    ])
    again.close()
  },
  TIMEOUT_MS,
)

it(
  'a server with another key or signer exits 78, until `wallets adopt` accepts it',
  async () => {
    const folder = temporaryFolder()
    const databaseEnv = { MERCHANTPAY_DATABASE_URL: `file:${folder}/books.db` }
    const env = await networkEnv()
    const first = await startChild({ ...databaseEnv, ...env })
    first.signal('SIGTERM')
    await first.exited
    const signer = join(folder, 'signer')
    writeFileSync(signer, '0ddba115'.repeat(8), { mode: 0o600 })
    const changed = {
      ...env,
      MERCHANTPAY_TEST_ERC20_XPUB: xpubOf("junk m/44'/60'/0'"),
      MERCHANTPAY_TEST_ERC20_SIGNER_KEY_FILE: signer,
    }
    const refused = runCommand({ databaseEnv }, ['serve'], changed)
    expect([refused.status, refused.stderr.split('\n')]).toEqual([
      CONFIG,
      [expect.stringMatching(/^MERCHANTPAY_TEST_ERC20_XPUB: this database belongs to /), ''],
    ])
    const adopt = [
      'wallets',
      'adopt',
      '--environment',
      'test',
      '--network',
      'ERC20',
      '--reason',
      'a new wallet',
    ]
    const adopted = runCommand({ databaseEnv }, adopt, changed)
    expect([adopted.status, adopted.stdout]).toEqual([0, expect.stringContaining('restart every server')])
    const [shown] = documentsOf(runCommand({ databaseEnv }, ['wallets', 'show', '--json'], changed))
    expect(shown).toMatchObject({ network: 'ERC20', hot_wallet: expect.stringMatching(/^0x/) })
    const second = await startChild({ ...databaseEnv, ...changed })
    second.signal('SIGTERM')
    expect(await second.exited).toBe(0)
  },
  TIMEOUT_MS,
)
