import { mustRun } from '../lib/run.js'

async function digest(args: string[], message: Uint8Array): Promise<string> {
  const { stdout } = await mustRun('openssl', ['dgst', '-sha256', '-r', ...args], { input: message })
  const hex = /^[0-9a-f]{64}/.exec(stdout.toString())
  if (!hex) throw new Error(`openssl answered "${stdout.toString()}"`)
  return hex[0]
}

/** SHA-256 in lower-case hex. */
export const sha256 = (message: Uint8Array) => digest([], message)

/** HMAC-SHA256 in lower-case hex; a text is its UTF-8 bytes. */
export const hmac = (key: string | Uint8Array, message: Uint8Array) =>
  digest(['-mac', 'HMAC', '-macopt', `hexkey:${Buffer.from(key).toString('hex')}`], message)
