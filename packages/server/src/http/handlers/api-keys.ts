import type { Context } from '../../domain/context.js'
import { requestApiKey, revokeApiKey } from '../../domain/merchants/api-keys.js'
import { scopeName } from '../../domain/shared/types.js'
import type { Handlers } from '../handler.js'
import { presentApiKey, presentCreatedApiKey } from '../present.js'
import type { RateLimit } from '../rate-limit.js'

type ApiKeyHandlers = Pick<Handlers, 'createApiKey' | 'listApiKeys' | 'revokeApiKey'>

/** @param newKeys counts the keys that a merchant creates in an environment */
export function apiKeyHandlers(context: Context, newKeys: RateLimit): ApiKeyHandlers {
  return {
    createApiKey: {
      access: 'write',
      async run(tx, { body, caller }) {
        const { environment, name = '' } = body
        const created = await requestApiKey(tx, context, caller, { environment, name })
        // After every other check, so that it counts only created keys. A refusal rolls back the transaction and this key.
        await newKeys.take(scopeName(created.key))
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
