import { createHash } from 'node:crypto'
import { createSigner, formatAuthorization, stringToSign } from '@merchantpay/sdk/signing'
import type { Context } from '../context.js'
import { usage } from '../failure.js'
import { readBytes } from './read-bytes.js'

const LINES = ['version', 'timestamp', 'method', 'target', 'body hash'] as const

/** Signs a request and shows how. */
export async function run(context: Context): Promise<undefined> {
  const { input, output } = context
  const method = input.requiredOperand('method').toUpperCase()
  const target = input.requiredOperand('target')
  if (!target.startsWith('/')) throw usage('the target is a path like /v1/orders')
  const timestamp = input.text('timestamp') ?? `${Math.floor(Date.now() / 1_000)}`
  if (!/^\d{10}$/.test(timestamp)) throw usage('--timestamp takes Unix seconds, ten digits')
  const body = await bodyOf(context)
  const { keyId, secret } = context.account()
  const signature = await createSigner({ keyId, secret }).sign({ method, target, body, timestamp })
  const bodyHash = createHash('sha256').update(body).digest('hex')
  const lines = stringToSign({ timestamp, method, target, bodyHash }).split('\n')
  const authorization = formatAuthorization({ keyId, timestamp, signature })
  output.result({ authorization, signed_lines: lines, body_bytes: body.byteLength }, () =>
    [
      `Authorization: ${authorization}`,
      '',
      'signed, joined by line feeds:',
      ...lines.map((line, at) => `  ${`${LINES[at]}`.padEnd(9)}  ${line}`),
    ].join('\n'),
  )
  return undefined
}

async function bodyOf({ input, stdin }: Context): Promise<Uint8Array> {
  const text = input.text('body')
  const file = input.text('body-file')
  if (text !== undefined && file !== undefined) throw usage('give --body or --body-file')
  return file === undefined ? Buffer.from(text ?? '') : readBytes(file, stdin)
}
