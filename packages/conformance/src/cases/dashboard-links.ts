import { type Case, coversOf, refusals } from '../case.js'
import { KEY_SCOPES } from '../contract.js'
import { requireEqual, requireRefusal, requireThat } from '../http/answer.js'
import { readReply } from '../http/replies.js'
import { callOf, exchange } from '../http/request.js'
import { TOO_LARGE } from './samples.js'

const LINK_MS = 600_000

const withScopes = (scopes: unknown) => ({ body: { scopes } })

/** Links that sign people in to the dashboard. The pages themselves are no part of the contract. */
export const dashboardLinks: Case[] = [
  {
    name: 'createDashboardLink answers another link each time, for ten minutes and with the scopes of the key',
    operationId: 'createDashboardLink',
    covers: ['createDashboardLink'],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      const before = Date.parse(
        (await merchant.succeeds('createApiKey', { body: { environment: 'test' } })).created_at,
      )
      const link = await merchant.succeeds('createDashboardLink', { body: {} })
      requireEqual([link.environment, link.scopes], ['test', [...KEY_SCOPES]], 'environment and scopes')
      requireThat(Date.parse(link.expires_at) - before >= LINK_MS, 'at least ten minutes')
      const other = await merchant.succeeds('createDashboardLink', withScopes(null))
      requireThat(link.url !== other.url, 'two different links')
    },
  },
  {
    name: 'createDashboardLink takes fewer scopes in the order of the contract, and never one that the key lacks',
    operationId: 'createDashboardLink',
    covers: ['createDashboardLink', ...coversOf('createDashboardLink', 'forbidden')],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      const keys = await merchant.makeKey('test', ['keys', 'orders'])
      const ask = (scopes: unknown) =>
        exchange(session.target, callOf('createDashboardLink', withScopes(scopes)), { keys })
      const { scopes } = readReply('createDashboardLink', await ask(['keys', 'orders']))
      requireEqual(scopes, ['orders', 'keys'], 'the scopes of the key')
      requireEqual(readReply('createDashboardLink', await ask(['orders'])).scopes, ['orders'], 'fewer scopes')
      for (const wider of [['read'], ['orders', 'withdrawals']])
        requireRefusal(await ask(wider), '403 forbidden', `a link for ${wider}`)
    },
  },
  ...refusals('createDashboardLink', [
    ['no scope', withScopes([]), '400 invalid parameter: scopes'],
    ['a scope that is no list', withScopes('read'), '400 invalid parameter: scopes'],
    ['a scope twice', withScopes(['read', 'read']), '400 invalid parameter: scopes'],
    ['an unknown scope', withScopes(['read', 'admin']), '400 invalid parameter: scopes.1'],
    ['an open brace', { bytes: '{' }, '400 invalid json'],
    ['text', { bytes: 'x', headers: { 'content-type': 'text/plain' } }, '415 unsupported media type'],
    ['65 KiB', { bytes: TOO_LARGE }, '413 request body too large'],
    ['a query', { query: 'force=1', body: {} }, '400 invalid parameter: force'],
  ]),
]
