/** `config check` says what `serve` would say, and changes nothing. */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../../../test-support/net/free-port.js'
import { MailServer } from '../support/messages/mail-server.js'
import { TelegramServer } from '../support/messages/telegram-server.js'
import { temporaryFolder } from '../support/server/folder.js'
import { Harness } from '../support/server/harness.js'
import { commandBeside, type Ran, runCommand } from '../support/server/operator.js'
import { changeBeside } from '../support/server/operator-change.js'
import { sideOf } from '../support/storage/engines.js'

const isRoot = process.getuid?.() === 0
const KEY = Buffer.alloc(32, 3).toString('base64')
/** Extended public key of a private wallet. */
const XPUB =
  'xpub6CzHs5JuXBZw64x3N642kBXZZYfZw2qjD8epaiK2bgVHZcyqmMDUtKktXEXK6cA6iYfKKBtSbvuiDmmf75FnkVKQzzcSN2qdi6nyEXtoogV'

/** The databases of these tests are files, whatever the engine of the run. */
const envOf = (file: string) => ({ MERCHANTPAY_DATABASE_URL: `file:${file}`, MERCHANTPAY_PORT: '0' })
const run = (env: Record<string, string>, ...args: string[]): Ran => runCommand({ databaseEnv: env }, args)
const check = (env: Record<string, string>) => run(env, 'config', 'check')

/** The contents of a database with its key file. */
const bytesIn = (folder: string) =>
  readdirSync(folder).map((name) => [name, readFileSync(join(folder, name)).toString('base64')])

describe('config check', () => {
  let used: string
  beforeAll(async () => {
    used = join(mkdtempSync(join(tmpdir(), 'config-check-')), 'books.db')
    const harness = await Harness.open(dirname(used), { ...envOf(used), MERCHANTPAY_MASTER_KEY: KEY })
    await harness.register()
    await harness.close()
  })
  afterAll(() => rmSync(dirname(used), { recursive: true }))

  /** A copy of a database with a merchant, whose server has stopped. */
  function usedDatabase(): { file: string; env: Record<string, string> } {
    const folder = temporaryFolder()
    cpSync(dirname(used), folder, { recursive: true })
    const file = join(folder, 'books.db')
    return { file, env: { ...envOf(file), MERCHANTPAY_MASTER_KEY: KEY } }
  }

  it('prints ok and creates nothing where there is no database', () => {
    const folder = join(temporaryFolder(), 'data')
    expect(check(envOf(join(folder, 'books.db')))).toMatchObject({ status: 0, stdout: 'ok\n', stderr: '' })
    expect(existsSync(folder)).toBe(false)
  })

  it('names passkeys of another host than that of the public URL', async () => {
    const folder = temporaryFolder()
    const env = { ...envOf(join(folder, 'books.db')), MERCHANTPAY_MASTER_KEY: KEY }
    const harness = await Harness.open(folder, env)
    const { merchantId } = await harness.register()
    const passkey = { id: 'key', merchantId, personId: 'per_1', sealedSecret: '', device: null }
    await changeBeside(harness, (tx) =>
      tx.passkeys.insert({ ...passkey, host: 'pay.example', uses: 0, createdAt: 0 }),
    )
    await harness.close()
    const at = (url: string) => run({ ...env, MERCHANTPAY_PUBLIC_URL: url }, 'config', 'check', '--offline')
    expect(at('https://pay.example')).toMatchObject({ status: 0, stderr: '' })
    expect(at('https://shop.example')).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(
        /^MERCHANTPAY_PUBLIC_URL: passkeys of another host than shop\.example.*: 1/,
      ),
    })
  })

  it('recommends a daily limit for a live hot wallet that has none', () => {
    const signer = {
      MERCHANTPAY_LIVE_ERC20_SIGNER_URL: 'https://signer.example/sign',
      MERCHANTPAY_LIVE_ERC20_SIGNER_SECRET: 'secret-of-the-signer',
      MERCHANTPAY_LIVE_ERC20_SIGNER_ADDRESS: '0x52908400098527886E0F7030069857D2E4169EE7',
    }
    const live = {
      ...envOf(join(temporaryFolder(), 'books.db')),
      ...signer,
      MERCHANTPAY_MASTER_KEY: KEY,
      MERCHANTPAY_PUBLIC_URL: 'https://pay.example',
      MERCHANTPAY_LIVE_ERC20: 'rpc',
      MERCHANTPAY_LIVE_ERC20_NODE_1_URL: 'https://node.example',
      MERCHANTPAY_LIVE_ERC20_XPUB: XPUB,
    }
    const offline = (env: Record<string, string>) => run(env, 'config', 'check', '--offline')
    expect(offline(live)).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(/^MERCHANTPAY_LIVE_ERC20_WALLET_DAILY_LIMIT: not set; recommended/m),
    })
    const limited = { ...live, MERCHANTPAY_LIVE_ERC20_WALLET_DAILY_LIMIT: '5000' }
    expect(offline(limited).stderr).not.toContain('DAILY_LIMIT')
  })

  it('says whether the mail server is reachable and takes the login', async () => {
    const env = envOf(join(temporaryFolder(), 'books.db'))
    const server = await MailServer.start({
      authOptional: false,
      onAuth: ({ password }, _session, done) =>
        password === 'right' ? done(null, { user: 'pay' }) : done(new Error('no')),
    })
    const ask = (url: string) =>
      commandBeside(env, ['config', 'check'], { ...server.env, MERCHANTPAY_SMTP_URL: url })
    expect(await ask(`smtp://pay:right@127.0.0.1:${server.port}`)).toMatchObject({
      stdout: 'ok\n',
      status: 0,
    })
    const wrong = await ask(`smtp://pay:wrong@127.0.0.1:${server.port}`)
    expect(wrong).toMatchObject({ status: 1, stdout: 'unverified\n' })
    expect(wrong.stderr).toContain('MERCHANTPAY_SMTP_URL: no mail can be sent, the server starts')
    expect(wrong.stderr).toContain('it refuses the login')
    expect(wrong.stderr).not.toContain('wrong@')
    const closed = await ask(`smtp://127.0.0.1:${await freePort()}`)
    expect(closed.stderr).toContain('no connection')
  })

  it('says whether Telegram knows the token, and hands what people send over', async () => {
    const env = envOf(join(temporaryFolder(), 'books.db'))
    const telegram = await TelegramServer.start()
    const ask = (more: Record<string, string> = {}) =>
      commandBeside(env, ['config', 'check'], { ...telegram.env, ...more })
    expect(await ask()).toMatchObject({ stdout: 'ok\n', status: 0 })
    const token = '4242:another-token-of-another-bot'
    const unknown = await ask({ MERCHANTPAY_TELEGRAM_TOKEN: token })
    expect(unknown).toMatchObject({ status: 1, stdout: 'unverified\n' })
    expect(unknown.stderr).toContain('MERCHANTPAY_TELEGRAM_TOKEN: nothing can be sent by Telegram')
    expect(unknown.stderr).toContain('Telegram answers getMe with HTTP 401')
    telegram.webhook = 'https://other.example/'
    expect((await ask()).stderr).toContain('the bot has a webhook of another program')
    const closed = await ask({ MERCHANTPAY_TELEGRAM_URL: `http://127.0.0.1:${await freePort()}` })
    expect(closed.stderr).toContain('ECONNREFUSED')
    expect(`${unknown.stderr}${closed.stderr}`).not.toContain('another-token')
  })

  it('leaves a database of an older version as it is', () => {
    const file = join(temporaryFolder(), 'books.db')
    writeFileSync(file, '')
    expect(check(envOf(file)).stdout).toBe('ok\n')
    expect([readdirSync(dirname(file)), statSync(file).size]).toEqual([['books.db'], 0])
  })

  it('leaves a database in use as it is', () => {
    const { file, env } = usedDatabase()
    const before = bytesIn(dirname(file))
    expect(check(env).stdout).toBe('ok\n')
    expect(bytesIn(dirname(file))).toEqual(before)
  })

  it.each<[string, (file: string) => Record<string, string> | Promise<Record<string, string>>, string]>([
    [
      'another master key',
      () => ({ MERCHANTPAY_MASTER_KEY: Buffer.alloc(32, 4).toString('base64') }),
      'not the key',
    ],
    ['no master key', () => ({ MERCHANTPAY_MASTER_KEY: '' }), 'not the key'],
    [
      'a key file that others can read',
      (file) => {
        writeFileSync(`${file}.master-key`, KEY)
        chmodSync(`${file}.master-key`, 0o644)
        return { MERCHANTPAY_MASTER_KEY: '' }
      },
      'others can read it',
    ],
    [
      'a newer database that older servers cannot live with',
      async (file) => {
        const side = await sideOf({ engine: 'sqlite', file })
        await side.script(
          `INSERT INTO migrations (name, checksum, applied_at) VALUES ('9999-of-the-future.sql', 'x', 0);
           INSERT INTO incompatible_migrations (name, reason) VALUES ('9999-of-the-future.sql', 'a reason')`,
        )
        return {}
      },
      '9999-of-the-future.sql',
    ],
    [
      'a file that is no database',
      (file) => {
        for (const each of ['', '-wal', '-shm']) rmSync(`${file}${each}`, { force: true })
        writeFileSync(file, 'no database'.repeat(1_000))
        return {}
      },
      'database',
    ],
    ['a faulty setting', () => ({ MERCHANTPAY_PORT: 'high' }), 'MERCHANTPAY_PORT'],
    ['a denylist that is missing', () => ({ MERCHANTPAY_SCREENING_DENYLIST_FILE: '/nowhere' }), '/nowhere'],
  ])('says what serve says about %s', async (_, prepare, words) => {
    const { file, env } = usedDatabase()
    const settings = { ...env, ...(await prepare(file)) }
    const { status, stderr } = check(settings)
    expect(stderr).toContain(words)
    const served = run(settings, 'serve')
    expect({ status, stderr }).toEqual({ status: served.status, stderr: served.stderr })
  })

  it('says at once that PostgreSQL cannot be reached: exit 75', async () => {
    const url = `postgres://ada@127.0.0.1:${await freePort()}/books`
    const { status, stderr } = check({ MERCHANTPAY_DATABASE_URL: url, MERCHANTPAY_MASTER_KEY: KEY })
    expect([status, stderr]).toEqual([75, expect.stringContaining('PostgreSQL cannot be reached')])
  })

  it('names a data folder that cannot be written: exit 78', () => {
    const folder = join(temporaryFolder(), 'data')
    mkdirSync(folder)
    // Root can write to every folder, but not below a file.
    const file = isRoot ? join(folder, 'books.db', 'books.db') : join(folder, 'books.db')
    if (isRoot) writeFileSync(join(folder, 'books.db'), '')
    else chmodSync(folder, 0o555)
    const { status, stderr } = check(envOf(file))
    expect([status, stderr]).toEqual([78, expect.stringContaining('cannot write there')])
  })
})
