import type { Account } from '../account/account.js'
import type { Context } from '../context.js'
import { callClock } from '../dev/call-clock.js'
import { readState } from '../dev/dev-state.js'
import { Failure } from '../failure.js'

/** The time that the service gives to its events: the clock of this machine may be wrong, and that of `dev` may be moved. */
export async function serviceTime(context: Context, { baseUrl }: Pick<Account, 'baseUrl'>): Promise<number> {
  return (await timeOfDev(context, baseUrl)) ?? (await timeOfAnswer(context, baseUrl)) ?? Date.now()
}

/** Business time of the server of this folder, if it is the service and has such a clock. */
async function timeOfDev(context: Context, baseUrl: string): Promise<number | undefined> {
  if (readState(context.cwd)?.url !== baseUrl) return undefined
  try {
    return Date.parse((await callClock(context)).now)
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}

/** The time by which failed forwards are repeated: that of the service where its clock can be moved, else of this machine. */
export async function repeatTime(context: Context, baseUrl: string): Promise<number> {
  return (await timeOfDev(context, baseUrl)) ?? Date.now()
}

/** The date of an answer. Every answer has one, so the call needs no key. */
async function timeOfAnswer({ signal }: Context, baseUrl: string): Promise<number | undefined> {
  const { body, headers } = await fetch(`${baseUrl.replace(/\/$/, '')}/v1/merchants/me`, { signal })
  await body?.cancel()
  const time = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(time) ? undefined : time
}
