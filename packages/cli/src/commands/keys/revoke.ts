import type { Context } from '../../context.js'
import { escaped } from '../../output.js'

/** Revokes a key. */
export async function run(context: Context): Promise<undefined> {
  const { input, output, signal } = context
  const keyId = input.requiredOperand('key_id')
  const mp = await context.client()
  const { message } = await mp.apiKeys.revoke(keyId, { signal })
  output.result({ key_id: keyId, message }, () => escaped(`${keyId}: ${message}`))
  return undefined
}
