import type { Withdrawal } from '@merchantpay/sdk'
import type { Context } from '../context.js'
import { readState } from '../dev/dev-state.js'
import { programName } from '../spelling.js'

/** Says who decides about a withdrawal in REVIEW, whose reason only the operator sees. */
export function reviewText(
  context: Context,
  { withdrawal_number }: Pick<Withdrawal, 'withdrawal_number'>,
): string {
  const { cwd, env } = context
  const { baseUrl } = context.account()
  const text = `${withdrawal_number} is in REVIEW: it waits until the operator of ${baseUrl} approves it, as one above the limit of a withdrawal or of a day does`
  return readState(cwd)?.url === baseUrl
    ? `${text}. Its reason and the approval are in ${baseUrl}/console/withdrawals?env=test (sign in: ${programName(env)} dev --reveal)`
    : text
}
