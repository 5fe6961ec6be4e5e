/** How long an answer may take: as long as the service waits for a receiver. */
export const ANSWER_MS = 10_000
/** How much of the body of an answer is shown. */
export const SHOWN_CHARACTERS = 2_000

/** Why there was no answer before a deadline of {@link ANSWER_MS}. */
export function noAnswerReason(error: unknown, deadline: AbortSignal): string {
  return deadline.aborted ? `no answer within ${ANSWER_MS / 1_000} s` : reasonOf(error)
}

/** The reason of a failed request. Node's fetch wraps it in a cause. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return String(cause)
  return 'code' in cause && !cause.message ? String(cause.code) : cause.message
}
