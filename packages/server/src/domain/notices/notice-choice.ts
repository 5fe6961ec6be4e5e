import type { Person } from '../people/person.js'
import { hasRight, type Right } from '../people/person-roles.js'
import { CHANNELS, type Channel } from '../shared/channel.js'

/** The things that people are told, in the order in which they choose. */
export const NOTICE_KINDS = [
  'paid',
  'underpaid',
  'overpaid',
  'refund_needed',
  'withdrawal',
  'new_destination',
  'endpoint_failing',
  'summary',
] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

interface Rule {
  /** Without it a person is never told. */
  readonly needs: Right
  /** With it a person is told until the person chooses. */
  readonly byDefault?: Right
}

const RULES: Readonly<Record<NoticeKind, Rule>> = {
  paid: { needs: 'sales' },
  underpaid: { needs: 'sales', byDefault: 'refunds' },
  overpaid: { needs: 'sales', byDefault: 'refunds' },
  refund_needed: { needs: 'read', byDefault: 'refunds' },
  withdrawal: { needs: 'read', byDefault: 'withdrawals' },
  new_destination: { needs: 'read', byDefault: 'withdrawals' },
  endpoint_failing: { needs: 'read', byDefault: 'keys' },
  summary: { needs: 'read' },
}

/** The word of a choice that includes the test environment. */
const TEST = 'test'

/** The notices of a person. */
export interface NoticeChoice {
  readonly kinds: Readonly<Record<Channel, readonly NoticeKind[]>>
  /** Whether the person is told of the test environment, too. */
  readonly includesTest: boolean
}

/** The notices that a person may choose. */
export const offeredNotices = ({ role }: Pick<Person, 'role'>): readonly NoticeKind[] =>
  NOTICE_KINDS.filter((kind) => hasRight(role, RULES[kind].needs))

/** Whether some role gets a notice without choosing it, since it may need an answer. */
export const isExpected = (kind: NoticeKind): boolean => RULES[kind].byDefault !== undefined

/** Whether a person cannot do without a mail: an owner learns of every new destination, since a thief would add one. */
export const isAlwaysTold = ({ role }: Pick<Person, 'role'>, kind: NoticeKind, channel: Channel): boolean =>
  role === 'owner' && kind === 'new_destination' && channel === 'mail'

/** Returns the notices that a person gets now, as chosen or by the role. */
export function noticesOf(person: Pick<Person, 'role' | 'notices'>): NoticeChoice {
  const words = person.notices?.split(' ')
  const kindsBy = (channel: Channel) =>
    offeredNotices(person).filter(
      (kind) =>
        isAlwaysTold(person, kind, channel) ||
        (words?.includes(wordOf(kind, channel)) ?? isDefault(person, kind)),
    )
  return {
    kinds: { mail: kindsBy('mail'), telegram: kindsBy('telegram') },
    includesTest: words?.includes(TEST) ?? false,
  }
}

/** Writes a choice as it is stored. */
export const noticesText = ({ kinds, includesTest }: NoticeChoice): string =>
  [
    ...CHANNELS.flatMap((channel) => kinds[channel].map((kind) => wordOf(kind, channel))),
    ...(includesTest ? [TEST] : []),
  ].join(' ')

function isDefault({ role }: Pick<Person, 'role'>, kind: NoticeKind): boolean {
  const { byDefault } = RULES[kind]
  return byDefault !== undefined && hasRight(role, byDefault)
}

const wordOf = (kind: NoticeKind, channel: Channel): string =>
  channel === 'mail' ? kind : `${kind}@${channel}`
