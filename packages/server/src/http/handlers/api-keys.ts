import type { Context } from '../../domain/context.js'
import { requestApiKey, revokeApiKey } from '../../domain/merchants/api-keys.js'
import type { Handlers } from '../handler.js'
import { countNew } from '../limits/new-per-hour.js'
import { presentApiKey, presentCreatedApiKey } from '../present.js'

type ApiKeyHandlers = Pick<Handlers, 'createApiKey' | 'listApiKeys' | 'revokeApiKey'>

/** @param newKeysPerHour the most keys that a merchant creates in an environment; 0 is no limit */
export function apiKeyHandlers(context: Context, newKeysPerHour: number): ApiKeyHandlers {
  return {
    createApiKey: {
      access: 'write',
      async run(tx, { body, caller }) {
        const created = await requestApiKey(tx, context, caller, body)
        await countNew(tx, context, { kind: 'keys', scope: created.key, perHour: newKeysPerHour })
        return { status: 201, body: presentCreatedApiKey(created) }
      },
    },
    listApiKeys: {
      access: 'read',
      async run(tx, { caller }) {
        const keys = await tx.apiKeys.list(caller.merchantId)
        return { status: 200, body: { api_keys: keys.map(presentApiKey) } }
      },
    },
    revokeApiKey: {
      access: 'write',
      async run(tx, { caller, params }) {
        await revokeApiKey(tx, context, caller, params.key_id)
        return { status: 200, body: { message: 'api key revoked' } }
      },
    },
  }
}
