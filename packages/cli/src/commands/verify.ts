import { resolve } from 'node:path'
import { WebhookVerificationError } from '@merchantpay/webhook-verify'
import { type Diagnosis, diagnose } from '@merchantpay/webhook-verify/diagnose'
import { findAccount } from '../account/account.js'
import type { Context } from '../context.js'
import { EXIT } from '../exit-codes.js'
import { configuration, Failure } from '../failure.js'
import { readBytes } from './read-bytes.js'

/** Ten years: no saved webhook is older. */
const ANY_AGE_SECONDS = 315_360_000

/** Verifies a saved webhook, and says why it fails. */
export async function run(context: Context): Promise<number> {
  const { input, output, cwd, stdin } = context
  const { webhookSecret } = findAccount(context, input.text('profile'))
  if (webhookSecret === undefined)
    throw configuration('missing_webhook_secret', 'no webhook secret is known: set WEBHOOK_SECRET')
  const file = input.requiredOperand('body-file')
  const body = await readBytes(file === '-' ? file : resolve(cwd, file), stdin)
  const { verdict, causes, fix, firstDifference } = diagnosed({
    body,
    headers: { 'x-merchant-signature': input.required('signature') },
    secrets: webhookSecret,
    ...(input.flag('any-age') && { toleranceSeconds: ANY_AGE_SECONDS }),
  })
  const isGenuine = verdict === 'fits'
  output.result({ genuine: isGenuine, verdict, causes, fix, first_difference: firstDifference }, () => {
    const title = isGenuine
      ? output.paint('green', 'genuine')
      : output.paint('red', ['not genuine', ...causes].join('  '))
    return isGenuine ? title : [title, fix, ...differenceOf(firstDifference)].join('\n')
  })
  return isGenuine ? EXIT.ok : EXIT.api
}

/** @throws Failure for a header or a secret that cannot be read at all */
function diagnosed(options: Parameters<typeof diagnose>[0]): Diagnosis {
  try {
    return diagnose(options)
  } catch (error) {
    if (error instanceof WebhookVerificationError) throw new Failure(error.code, error.message, EXIT.api)
    throw error
  }
}

function differenceOf(difference: Diagnosis['firstDifference']): string[] {
  if (!difference) return []
  const byteText = (byte: number | undefined) => (byte === undefined ? 'the end' : `byte ${byte}`)
  const { offset, received, signed } = difference
  return [`first difference at byte ${offset}: signed ${byteText(signed)}, received ${byteText(received)}`]
}
