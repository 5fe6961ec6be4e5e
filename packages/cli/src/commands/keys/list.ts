import type { Context } from '../../context.js'

/** Lists the keys of the merchant. */
export async function run(context: Context): Promise<undefined> {
  const { output, signal } = context
  const { api_keys } = await (await context.client()).apiKeys.list({ signal })
  output.table(api_keys, ({ key_id, name, environment, scopes, is_active, created_at, last_used_at }) => ({
    ...{ key_id, name, environment, scopes: scopes.join(','), is_active, created_at, last_used_at },
  }))
  return undefined
}
