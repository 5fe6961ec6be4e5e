import { findAccount } from '../account/account.js'
import { requireConfirmation } from '../account/confirmation.js'
import type { Context } from '../context.js'
import { configuration } from '../failure.js'
import { startSigningProxy } from '../proxy/signing-proxy.js'

const DEFAULT_PORT = 8089

/** Runs the signing proxy until it is interrupted. */
export async function run(context: Context): Promise<undefined> {
  const { input, output, signal } = context
  const account = findAccount(context, input.text('profile'))
  const baseUrl = input.text('base-url') ?? account.baseUrl
  if (baseUrl === undefined)
    throw configuration('missing_base_url', 'give --base-url, or set MERCHANTPAY_BASE_URL')
  const { keyId, secret } = account
  const key = keyId !== undefined && secret !== undefined ? { keyId, secret } : undefined
  if (key) requireConfirmation(input, key.keyId, 'that every program of this machine may use it')
  const port = input.number('port', 0, 65_535) ?? DEFAULT_PORT
  const proxy = await startSigningProxy({ baseUrl, key, port }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    throw configuration('port_taken', `port ${port} is taken: choose another with --port`)
  })
  output.result(
    { url: proxy.url, base_url: baseUrl, key_id: key?.keyId ?? null },
    () => `${proxy.url} signs for ${baseUrl} with ${key?.keyId ?? 'the key of each request'}`,
  )
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve())
  })
  await proxy.close()
  return undefined
}
