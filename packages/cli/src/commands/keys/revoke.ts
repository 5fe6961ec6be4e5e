import type { Context } from '../../context.js'

/** Revokes a key. */
export async function run(context: Context): Promise<undefined> {
  const { input, output, signal } = context
  const keyId = input.requiredOperand('key_id')
  const mp = await context.client()
  const { message } = await mp.apiKeys.revoke(keyId, { signal })
  output.result({ key_id: keyId, message }, () => `${keyId}: ${message}`)
  return undefined
}
