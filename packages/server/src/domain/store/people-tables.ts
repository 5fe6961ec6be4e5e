import type { Person } from '../people/person.js'
import type { PersonRole } from '../people/person-roles.js'
import type { Instant } from '../shared/types.js'

/** The people of merchants. Those who were removed are not found. */
export interface PeopleTable {
  insert(person: Person): Promise<void>
  find(id: string): Promise<Person | undefined>
  /** Lists the people of a merchant by their names. */
  list(merchantId: string): Promise<Person[]>
  setRole(id: string, role: PersonRole): Promise<void>
  noteUse(id: string, at: Instant): Promise<void>
  remove(id: string, at: Instant): Promise<void>
}
