import { requestApiKey, revokeApiKey } from '../../domain/api-keys.js'
import type { Context } from '../../domain/ports.js'
import type { Handlers } from '../handler.js'
import { presentApiKey, presentCreatedApiKey } from '../present.js'

type ApiKeyHandlers = Pick<Handlers, 'createApiKey' | 'listApiKeys' | 'revokeApiKey'>

export function apiKeyHandlers(context: Context): ApiKeyHandlers {
  return {
    createApiKey: {
      access: 'write',
      async run(tx, { body, caller }) {
        const { environment, name = '' } = body
        const created = await requestApiKey(tx, context, caller, { environment, name })
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
