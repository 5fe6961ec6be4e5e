import type { Context } from '../context.js'
import { tryDecrypt } from '../shared/vault.js'
import type { Tx } from '../store/unit-of-work.js'
import { isAlwaysTold, type NoticeKind, noticesOf, noticesText } from './notice-choice.js'

/** The notices that a link in a mail stops. */
export interface Stop {
  readonly personId: string
  readonly kind: NoticeKind
}

const CONTEXT = 'stop notices'

/** Makes the token of a link that stops a notice for good. It grants nothing else. */
export function createStopToken({ vault }: Pick<Context, 'vault'>, { personId, kind }: Stop): string {
  return Buffer.from(vault.encrypt(JSON.stringify([personId, kind]), CONTEXT), 'base64').toString('base64url')
}

/**
 * Stops a notice.
 *
 * @returns false for a token that this server has not made, a person who was removed, and a notice that owners always get
 */
export async function stopNotice(tx: Tx, { vault }: Pick<Context, 'vault'>, token: string): Promise<boolean> {
  const text = tryDecrypt(vault, token, CONTEXT)
  if (text === undefined) return false
  const [personId, kind] = JSON.parse(text) as [string, NoticeKind] // sealed by createStopToken
  const person = await tx.people.find(personId)
  if (!person || isAlwaysTold(person, kind, 'mail')) return false
  const { kinds, ...rest } = noticesOf(person)
  const mail = kinds.mail.filter((each) => each !== kind)
  await tx.people.setNotices(person.id, noticesText({ kinds: { ...kinds, mail }, ...rest }))
  return true
}
