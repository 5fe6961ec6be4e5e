import { toBytes } from '../body/bytes.js'
import { type BodyStream, isStream, readStream, tooLarge } from '../body/stream.js'
import { WebhookVerificationError } from '../errors/error.js'
import { findFields, type HeadersInput } from '../signature/header-fields.js'
import { parseSignatureHeader } from '../signature/signature-header.js'
import type { ReceiverSettings } from './receiver-options.js'
import { deadlineSignal } from './timers.js'

/** The headers that are checked before a body is read. */
const UNREAD_FIELDS = {
  14: 'content-length',
  16: 'content-encoding',
  20: 'x-merchant-signature',
} as const

/**
 * Checks the headers of a request, then reads its body within the limit and the deadline.
 *
 * @param signal ends the reading
 * @throws WebhookVerificationError as `toBytes`, `parseSignatureHeader` and `readStream`; `unsupported_encoding`,
 *   `body_too_large`, `body_timeout`
 */
export async function readBody(
  { maxBodyBytes, readDeadlineMs, timers }: ReceiverSettings,
  body: unknown,
  headers: HeadersInput,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  // A copy, so that later writes change nothing. slice() of a Buffer would share its memory.
  const bytes = isStream(body) ? undefined : new Uint8Array(toBytes(body))
  const fields = findFields(headers, UNREAD_FIELDS)
  parseSignatureHeader(fields['x-merchant-signature'])
  const { 'content-encoding': encoding = '', 'content-length': announced } = fields
  // trim(), since a regular expression for spaces at both ends backtracks over long runs of them.
  if (typeof encoding !== 'string' || !['', 'identity'].includes(encoding.trim().toLowerCase()))
    throw new WebhookVerificationError('unsupported_encoding')
  // A value that is not text announces no length; to convert it could throw.
  if (Number(bytes?.length ?? (typeof announced === 'string' && announced)) > maxBodyBytes)
    throw tooLarge(maxBodyBytes)
  if (bytes) return bytes
  const { interrupted, clear } = deadlineSignal(timers, readDeadlineMs, signal)
  try {
    return await readStream(body as BodyStream, maxBodyBytes, interrupted) // isStream, since bytes is undefined
  } finally {
    clear()
  }
}
