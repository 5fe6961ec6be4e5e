import type { KeyScope } from '../../../src/domain/shared/key-scope.js'
import { ConsoleClient } from '../console/console-client.js'
import type { Harness, Keys } from '../server/harness.js'

/** Asks for a sign-in link with a key. @returns its path */
export async function linkOf(harness: Harness, keys: Keys, scopes?: readonly KeyScope[]): Promise<string> {
  const { status, json } = await harness.call('POST', '/v1/merchants/dashboard-links', {
    keys,
    body: { scopes },
  })
  if (status !== 201) throw new Error(`asking for a link answered ${status} ${json.error}`)
  return new URL(`${json.url}`).pathname
}

/** Signs a person in with a link that the key asks for. */
export async function signInWith(
  harness: Harness,
  keys: Keys,
  scopes?: readonly KeyScope[],
): Promise<ConsoleClient> {
  const client = new ConsoleClient(harness)
  await client.post(await linkOf(harness, keys, scopes))
  return client
}
