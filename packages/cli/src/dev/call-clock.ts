import type { Context } from '../context.js'
import { EXIT } from '../exit-codes.js'
import { configuration, Failure } from '../failure.js'
import { readState } from './dev-state.js'

/** A change of business time, as the operator API takes it. */
export interface ClockMove {
  readonly advance_seconds?: number
  readonly frozen?: boolean
}

/** The clock of a server after a change. */
export interface MovedClock {
  readonly now: string
  readonly real: string
  readonly frozen: boolean
}

/** Calls the clock of the server of this folder: moves it, or without a change only reads the time. @throws Failure where none runs */
export async function callClock(
  { cwd, signal }: Pick<Context, 'cwd' | 'signal'>,
  move: ClockMove = {},
): Promise<MovedClock> {
  const { url, operator_token: token } = readState(cwd) ?? {}
  if (url === undefined || token === undefined)
    throw configuration('no_dev_server', 'this folder has no server of merchantpay dev')
  const answer = await fetch(`${url}/operator/v1/clock`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(move),
    signal,
  }).catch(() => {
    throw new Failure('unreachable', `${url} cannot be reached: start it with merchantpay dev`, EXIT.network)
  })
  const body = (await answer.json()) as MovedClock & { error?: string } // as in the operator's contract
  if (!answer.ok) throw new Failure('refused', `${url} refuses: ${body.error}`, EXIT.api)
  return body
}
