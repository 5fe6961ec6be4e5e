import type { KeyScope } from '@merchantpay/sdk'
import { type Case, coversOf, refusals } from '../case.js'
import { KEY_SCOPES, OPERATIONS, type WrittenOperation } from '../contract.js'
import { requireEqual, requireRefusal, requireThat } from '../http/answer.js'
import { readReply } from '../http/replies.js'
import { callOf, exchange } from '../http/request.js'
import type { Merchant } from '../session/merchant.js'
import type { Keys } from '../targets/target.js'

const SIGNED = [...OPERATIONS.values()].filter(({ scope }) => scope !== undefined)

/** Is refused before anything happens, and only after the key was admitted. */
function knock({ target }: Merchant, { operationId }: WrittenOperation, keys: Keys) {
  return exchange(
    target,
    callOf(operationId, { id: 'unknown', deliveryId: 'unknown', query: 'surprise=1' }),
    { keys },
  )
}

/** A key with one scope and a key without it, at each operation of the contract. */
function matrixOf(scope: KeyScope): Case {
  const needing = SIGNED.filter((operation) => operation.scope === scope)
  const others = SIGNED.filter((operation) => operation.scope !== scope)
  return {
    name: `the scope ${scope} opens its operations and no other`,
    covers: needing.flatMap(({ operationId }) => coversOf(operationId, 'forbidden')),
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      const only = await merchant.makeKey('test', [scope])
      const without = await merchant.makeKey(
        'test',
        KEY_SCOPES.filter((other) => other !== scope),
      )
      for (const operation of needing) {
        const what = `${operation.operationId} without ${scope}`
        requireRefusal(await knock(merchant, operation, without), '403 forbidden', what)
        const { status } = await knock(merchant, operation, only)
        requireThat(status !== 403, `${operation.operationId} with ${scope} is not 403`)
      }
      for (const operation of others) {
        const what = `${operation.operationId} with ${scope} alone`
        requireRefusal(await knock(merchant, operation, only), '403 forbidden', what)
      }
    },
  }
}

const withScopes = (scopes: unknown) => ({ body: { environment: 'test', scopes } })

/** The scopes of keys, and what a key may grant. */
export const keyScopes: Case[] = [
  ...KEY_SCOPES.map(matrixOf),
  {
    name: 'createApiKey makes a key with the scopes that it is asked for, by default those of its maker',
    operationId: 'createApiKey',
    covers: ['createApiKey', 'listApiKeys', ...coversOf('createApiKey', 'forbidden')],
    needs: ['registration'],
    async run(session) {
      const { target } = session
      const merchant = await session.register()
      const { scopes } = await merchant.succeeds('createApiKey', { body: { environment: 'test' } })
      requireEqual(scopes, [...KEY_SCOPES], 'the scopes of a key by the first one')
      const keys = await merchant.makeKey('test', ['keys', 'orders'])
      const wider = await exchange(target, callOf('createApiKey', withScopes(['read'])), { keys })
      requireRefusal(wider, '403 forbidden', 'a key with more scopes than its maker')
      await exchange(target, callOf('createApiKey', withScopes(null)), { keys })
      const { api_keys } = await merchant.succeeds('listApiKeys')
      requireEqual(api_keys[0]?.scopes, ['orders', 'keys'], 'the scopes of a key by a narrow one')
    },
  },
  {
    name: 'a live key answers 403 merchant not active until the operator activates its merchant',
    covers: [
      'createApiKey',
      ...SIGNED.flatMap(({ operationId }) => coversOf(operationId, 'merchant_not_active')),
    ],
    needs: ['registration', 'operator'],
    async run(session) {
      const merchant = await session.register()
      const live = await merchant.makeKey('live')
      for (const operation of SIGNED) {
        const refused = await knock(merchant, operation, live)
        requireRefusal(refused, '403 merchant not active', operation.operationId)
      }
      await session.target.setMerchantStatus?.(merchant.id, 'ACTIVE')
      const me = await exchange(session.target, callOf('getCurrentMerchant'), { keys: live })
      requireEqual(readReply('getCurrentMerchant', me).status, 'ACTIVE', 'the merchant of the live key')
    },
  },
  {
    name: 'createApiKey: the first live key, by a test key, never has the scope withdrawals',
    operationId: 'createApiKey',
    covers: ['createApiKey', ...coversOf('createApiKey', 'forbidden')],
    needs: ['registration', 'operator'],
    async run(session) {
      const merchant = await session.register()
      await session.target.setMerchantStatus?.(merchant.id, 'ACTIVE')
      const body = { environment: 'live', scopes: ['withdrawals'] }
      await merchant.isRefused('createApiKey', { body }, '403 forbidden')
      const { scopes } = await merchant.succeeds('createApiKey', { body: { environment: 'live' } })
      requireEqual(scopes, ['orders', 'read', 'keys'], 'the scopes of the first live key')
    },
  },
  ...refusals('createApiKey', [
    ['no scope', withScopes([]), '400 invalid parameter: scopes'],
    ['a scope that is no list', withScopes('read'), '400 invalid parameter: scopes'],
    ['a scope twice', withScopes(['read', 'read']), '400 invalid parameter: scopes'],
    ['five scopes', withScopes(Array(5).fill('read')), '400 invalid parameter: scopes'],
    ['an unknown scope', withScopes(['read', 'admin']), '400 invalid parameter: scopes.1'],
  ]),
]
