import { randomBytes } from 'node:crypto'
import { copyFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createVault } from '../../src/domain/shared/vault.js'
import { migrate } from '../../src/storage/migrate.js'
import { migrateDatabase } from '../../src/storage/open.js'
import { SqliteConnection } from '../../src/storage/sqlite/sqlite-connection.js'
import { START } from '../support/domain/context.js'
import { temporaryFolder } from '../support/server/folder.js'
import { Harness, type Keys } from '../support/server/harness.js'
import { type Side, sideOf } from '../support/storage/engines.js'

const MIGRATIONS = new URL('../../migrations', import.meta.url).pathname
const MASTER_KEY = randomBytes(32)
const WITH_KEY = { MERCHANTPAY_MASTER_KEY: MASTER_KEY.toString('base64') }

const ADA = '019b0e5c-7e5a-7c3e-9f5a-0d6a1f1c2b3d'
const EVE = '019b0e5c-7e5a-7c3e-9f5a-0d6a1f1c2b3e'

const statusOf = async (harness: Harness, keys: Keys): Promise<number> =>
  (await harness.call('GET', '/v1/merchants/me', { keys })).status

describe('a key whose row was altered beside the server', () => {
  it('does not work for the merchant that it was assigned to', async () => {
    const harness = await Harness.start()
    const [thief, victim] = [await harness.register(), await harness.register()]
    const side = await sideOf(harness.database)
    const moveTo = (merchantId: string) =>
      side.script(`UPDATE api_keys SET merchant_id = '${merchantId}' WHERE key_id = '${thief.keyId}'`)
    expect(await statusOf(harness, thief)).toBe(200)
    await moveTo(victim.merchantId)
    const refused = await harness.call('GET', '/v1/merchants/me', { keys: thief })
    expect([refused.status, refused.text]).toEqual([500, '{"error":"internal server error"}'])
    expect(await statusOf(harness, victim)).toBe(200)
    await moveTo(thief.merchantId)
    expect(await statusOf(harness, thief)).toBe(200)
  })

  it('is rejected when two keys have swapped secrets, also after a restart, while other keys work', async () => {
    const folder = temporaryFolder()
    let harness = await Harness.open(folder, WITH_KEY)
    onTestFinished(() => harness.close())
    const [one, two, three] = [await harness.register(), await harness.register(), await harness.register()]
    const side = await sideOf(harness.database)
    await swap(side, one, two)
    const expectTheOthersServed = async () => {
      const statuses = [await statusOf(harness, one), await statusOf(harness, two)]
      expect([...statuses, await statusOf(harness, three)]).toEqual([500, 500, 200])
      expect((await harness.call('GET', '/readyz')).text).not.toContain('master_key')
    }
    await expectTheOthersServed()
    await harness.close()
    harness = await Harness.open(folder, WITH_KEY)
    await expectTheOthersServed()
    await swap(side, one, two)
    expect([await statusOf(harness, one), await statusOf(harness, two)]).toEqual([200, 200])
  })

  it('counts as a failed authentication of the client address', async () => {
    const harness = await Harness.start({ MERCHANTPAY_RATE_LIMIT_PER_MINUTE: '2' })
    const keys = await harness.register()
    await (await sideOf(harness.database)).script("UPDATE api_keys SET sealed_secret = 'AAAA'")
    const statuses = []
    for (let sent = 0; sent < 3; sent += 1) statuses.push(await statusOf(harness, keys))
    expect(statuses).toEqual([500, 500, 429])
  })
})

describe('a database whose secrets are not bound to merchants', () => {
  const sealOld = (secret: string, row: string) => createVault(MASTER_KEY).encrypt(secret, row)

  /** A merchant with a key and a webhook secret, as the previous version stored them. */
  async function openOld(folder: string) {
    const earlier = temporaryFolder()
    for (const name of readdirSync(MIGRATIONS).filter((file) => file < '0035')) {
      copyFileSync(join(MIGRATIONS, name), join(earlier, name))
    }
    const sql = SqliteConnection.openWriter(join(folder, 'books.db'))
    await migrate({ engine: 'sqlite', sql, begin: () => sql.begin() }, earlier, START)
    const keys = { keyId: `mk_test_${'a'.repeat(24)}`, secret: 'sk_test_old' }
    const sealedKey = sealOld(keys.secret, `api_keys/${keys.keyId}/test`)
    const sealedWebhookSecret = sealOld('whsec_old', 'webhook_secrets/old/test')
    await sql.script(`
      INSERT INTO merchants (id, platform_user_id, name, email, status, tier, created_at, updated_at)
        VALUES ('${ADA}', 'ada', 'Ada', 'ada@books.example', 'PENDING_KYB', 'BASIC', ${START}, ${START}),
          ('${EVE}', 'eve', 'Eve', 'eve@books.example', 'PENDING_KYB', 'BASIC', ${START}, ${START});
      INSERT INTO api_keys (key_id, merchant_id, environment, name, sealed_secret, created_at)
        VALUES ('${keys.keyId}', '${ADA}', 'test', '', '${sealedKey}', ${START});
      INSERT INTO webhook_secrets (id, merchant_id, environment, sealed_secret, created_at)
        VALUES ('old', '${ADA}', 'test', '${sealedWebhookSecret}', ${START})`)
    sql.close()
    return { keys, sealedKey }
  }

  const openSqlite = (folder: string) => Harness.open(folder, WITH_KEY, { engine: 'sqlite' })

  it('keeps working, with its secrets bound to their merchants', async () => {
    const folder = temporaryFolder()
    const { keys } = await openOld(folder)
    const harness = await openSqlite(folder)
    onTestFinished(() => harness.close())
    expect(await statusOf(harness, keys)).toBe(200)
    const side = await sideOf(harness.database)
    expect(await side.value('SELECT COUNT(*) FROM unbound_secrets')).toBe(0)
    const encrypted = String(await side.value('SELECT sealed_secret FROM webhook_secrets'))
    expect(createVault(MASTER_KEY).decrypt(encrypted, `webhook_secrets/old/test/${ADA}`)).toBe('whsec_old')
  })

  it('rejects an old ciphertext once the secrets are bound, whatever merchant its row names', async () => {
    const folder = temporaryFolder()
    const { keys, sealedKey } = await openOld(folder)
    await (await openSqlite(folder)).close()
    for (const merchantId of [ADA, EVE]) {
      const stopped = { engine: 'sqlite', file: join(folder, 'books.db') } as const
      const side = await sideOf(stopped)
      await side.script(`UPDATE api_keys SET sealed_secret = '${sealedKey}', merchant_id = '${merchantId}'`)
      const harness = await openSqlite(folder)
      expect(await statusOf(harness, keys)).toBe(500)
      await harness.close()
    }
  })

  it('rejects a key that was reassigned between the upgrade and the first start', async () => {
    const folder = temporaryFolder()
    const { keys } = await openOld(folder)
    const at = { engine: 'sqlite', file: join(folder, 'books.db') } as const
    await migrateDatabase(at, START)
    const side = await sideOf(at)
    await side.script(`UPDATE api_keys SET merchant_id = '${EVE}'`)
    const harness = await openSqlite(folder)
    onTestFinished(() => harness.close())
    expect(await statusOf(harness, keys)).toBe(500)
  })
})

/** Swaps the values of two rows. */
async function swap(side: Side, one: Keys, other: Keys): Promise<void> {
  const sealedOf = ({ keyId }: Keys) =>
    side.value(`SELECT sealed_secret FROM api_keys WHERE key_id = '${keyId}'`)
  const [ofOne, ofOther] = [await sealedOf(one), await sealedOf(other)]
  await side.script(`UPDATE api_keys SET sealed_secret = '${ofOther}' WHERE key_id = '${one.keyId}'`)
  await side.script(`UPDATE api_keys SET sealed_secret = '${ofOne}' WHERE key_id = '${other.keyId}'`)
}
