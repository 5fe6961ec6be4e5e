import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../../src/config/config.js'
import { existingMasterKey } from '../../../src/config/master-key.js'
import { ROTATION_START, rotateBatch } from '../../../src/domain/secrets/master-key-rotation.js'
import { KEY_SCOPES } from '../../../src/domain/shared/key-scope.js'
import { createVault } from '../../../src/domain/shared/vault.js'
import { loadContract } from '../../../src/http/validator/contracts.js'
import { type Operation, OperationTable } from '../../../src/http/validator/operations.js'
import { temporaryFolder } from '../../support/server/folder.js'
import { Harness, type Keys, ORDER, type Registered, useHarness } from '../../support/server/harness.js'
import { issueKeys } from '../../support/server/issued-keys.js'
import { setMerchantStatus } from '../../support/server/merchant-status.js'
import { changeBeside, MANDATE } from '../../support/server/operator-change.js'
import { ENGINES, type Side, sideOf } from '../../support/storage/engines.js'

const NEW_KEY = Buffer.alloc(32, 9)
const FORBIDDEN = [403, '{"error":"forbidden"}']
const signed = new OperationTable(loadContract().contract).list().filter(({ isPublic }) => !isPublic)

/** Calls an operation with a query that is refused after the key was admitted and before anything happens. */
async function admission(harness: Harness, { method, path, body }: Operation, keys: Keys) {
  const target = `${path.replace(/\{\w+\}/g, 'unknown')}?surprise=1`
  const { status, text } = await harness.call(method, target, { keys, ...(body && { body: {} }) })
  return [status, text]
}

describe.each(ENGINES)('the scopes of a key, on %s', (engine) => {
  const shared = useHarness({}, engine)

  describe.each(['test', 'live'] as const)('in the environment %s', (environment) => {
    it.each(KEY_SCOPES)(
      '%s opens the operations that name it in the contract, and no other',
      async (scope) => {
        const { harness } = shared
        const { merchantId } = await harness.register()
        await setMerchantStatus(harness, merchantId, 'ACTIVE')
        const others = KEY_SCOPES.filter((other) => other !== scope)
        const only = await issueKeys(harness, { merchantId, environment, scopes: [scope] })
        const without = await issueKeys(harness, { merchantId, environment, scopes: others })
        expect(signed.filter((operation) => operation.scope === scope)).not.toEqual([])
        for (const operation of signed) {
          const [opened, closed] = operation.scope === scope ? [only, without] : [without, only]
          const name = operation.id
          expect([name, await admission(harness, operation, closed)]).toEqual([name, FORBIDDEN])
          expect([name, (await admission(harness, operation, opened))[0]]).toEqual([name, 400])
        }
      },
    )
  })

  it('open nothing in live until the operator has activated the merchant, also of a suspended one', async () => {
    const { harness } = shared
    const { merchantId } = await harness.register()
    const keys = await issueKeys(harness, { merchantId, environment: 'live' })
    const statuses = async () =>
      new Set(await Promise.all(signed.map(async (one) => (await admission(harness, one, keys)).join(' '))))
    const early = new Set(['403 {"error":"merchant not active"}'])
    expect(await statuses()).toEqual(early)
    await setMerchantStatus(harness, merchantId, 'SUSPENDED')
    expect(await statuses()).toEqual(early)
    await setMerchantStatus(harness, merchantId, 'ACTIVE')
    expect([...(await statuses())].filter((answer) => !answer.startsWith('400'))).toEqual([])
  })

  it('the scopes of a key that are changed in the database open nothing', async () => {
    const { harness } = shared
    const merchant = await harness.register()
    const narrow = await issueKeys(harness, { ...scopeOf(merchant), scopes: ['orders', 'read'] })
    const statusWith = async (keys: Keys) => (await harness.call('GET', '/v1/balance', { keys })).status
    const side = await sideOf(harness.database)
    for (const text of ['orders,read,withdrawals,keys', 'orders,read,withdrawals', 'read,orders,keys', '']) {
      await setScopes(side, narrow, text)
      expect([text, await statusWith(narrow)]).toEqual([text, 500])
    }
    await setScopes(side, narrow, 'orders,read')
    expect(await statusWith(narrow)).toBe(200)
    await setScopes(side, merchant, 'read')
    expect(await statusWith(merchant)).toBe(500)
  })

  it('outlive the master key that sealed them', async () => {
    const folder = temporaryFolder()
    const harness = await Harness.open(folder, {}, { engine })
    const merchant = await harness.register()
    const narrow = await issueKeys(harness, { ...scopeOf(merchant), scopes: ['read'] })
    await harness.close()
    const previous = createVault(existingMasterKey(readConfig(harness.databaseEnv)))
    const batch = { vaults: { current: createVault(NEW_KEY), previous }, position: ROTATION_START, limit: 9 }
    const { undecryptable } = await changeBeside(harness, (tx, context) =>
      rotateBatch(tx, context, batch, MANDATE),
    )
    expect(undecryptable).toEqual([])
    const env = { MERCHANTPAY_MASTER_KEY: NEW_KEY.toString('base64') }
    const again = await Harness.open(folder, env, { engine })
    onTestFinished(() => again.close())
    const { status } = await again.call('GET', '/v1/balance', { keys: narrow })
    const refused = await again.call('POST', '/v1/orders', { keys: narrow, body: ORDER })
    expect([status, refused.status, refused.text]).toEqual([200, ...FORBIDDEN])
  })
})

const scopeOf = ({ merchantId }: Registered) => ({ merchantId, environment: 'test' }) as const

const setScopes = (side: Side, { keyId }: Keys, text: string): Promise<void> =>
  side.script(`UPDATE api_keys SET scopes = '${text}' WHERE key_id = '${keyId}'`)
