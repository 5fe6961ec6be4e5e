import type { Context } from '../../domain/context.js'
import { requestApiKey, revokeApiKey } from '../../domain/merchants/api-keys.js'
import { type Scope, scopeName } from '../../domain/shared/types.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { Handlers } from '../handler.js'
import { presentApiKey, presentCreatedApiKey } from '../present.js'
import { refusal } from '../rate-limit.js'

type ApiKeyHandlers = Pick<Handlers, 'createApiKey' | 'listApiKeys' | 'revokeApiKey'>

const HOUR_SECONDS = 3_600

/** @param newKeysPerHour the most keys that a merchant creates in an environment; 0 is no limit */
export function apiKeyHandlers(context: Context, newKeysPerHour: number): ApiKeyHandlers {
  return {
    createApiKey: {
      access: 'write',
      async run(tx, { body, caller }) {
        const created = await requestApiKey(tx, context, caller, body)
        if (newKeysPerHour > 0) await countNewKey(tx, context, created.key, newKeysPerHour)
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

/** Runs after every other check, so that only created keys count. A refusal rolls back the transaction and the key. */
async function countNewKey(tx: Tx, { clock }: Context, scope: Scope, perHour: number): Promise<void> {
  const now = clock.real()
  const { calls, endsAt } = await tx.rateLimits.count(
    `new keys of ${scopeName(scope)}`,
    HOUR_SECONDS * 1_000,
    now,
  )
  if (calls > perHour) throw refusal(endsAt - now, HOUR_SECONDS)
}
