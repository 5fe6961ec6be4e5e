import { createPersonLink, invitePerson } from '../../../src/domain/people/people.js'
import type { Person } from '../../../src/domain/people/person.js'
import type { PersonRole } from '../../../src/domain/shared/person-role.js'
import { ConsoleClient } from '../console/console-client.js'
import type { Harness } from '../server/harness.js'
import { changeSecretsBeside, MANDATE } from '../server/operator-change.js'

const BY_OPERATOR = { ...MANDATE, issuedBy: null }
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** Signs a person in with a link. */
export async function openLink(harness: Harness, path: string): Promise<ConsoleClient> {
  const client = new ConsoleClient(harness)
  const { status } = await client.post(path, {}, { 'user-agent': FIREFOX })
  if (status !== 303) throw new Error(`the link answered ${status}`)
  return client
}

let invited = 0

/** A person with a browser that is signed in. */
export interface SignedInPerson {
  readonly person: Person
  readonly client: ConsoleClient
}

/** Invites a person beside the server, as the operator's command does, and signs the person in. */
export async function signInPerson(
  harness: Harness,
  merchantId: string,
  role: PersonRole = 'owner',
): Promise<SignedInPerson> {
  invited += 1
  const wanted = { merchantId, role, name: `Person ${invited}`, mail: `p${invited}@shop.example` }
  const { person, token } = await changeSecretsBeside(harness, (tx, context) =>
    invitePerson(tx, context, wanted, BY_OPERATOR),
  )
  const client = await openLink(harness, `/dashboard/sign-in/${token}`)
  await client.get('/dashboard')
  return { person, client }
}

/** Signs a person in in another browser. */
export async function signInAgain(harness: Harness, { id }: Person): Promise<ConsoleClient> {
  const { token } = await changeSecretsBeside(harness, async (tx, context) => {
    const person = await tx.people.find(id)
    if (!person) throw new Error(`there is no person ${id}`)
    return createPersonLink(tx, context, person, BY_OPERATOR)
  })
  return openLink(harness, `/dashboard/sign-in/${token}`)
}

/** Returns the path of the sign-in link that a page shows. */
export function linkIn(page: string): string {
  const [, path] = /(\/dashboard\/sign-in\/[\w-]{43})/.exec(page) ?? []
  if (path === undefined) throw new Error('the page has no link')
  return path
}
