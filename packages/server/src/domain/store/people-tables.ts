import type { Passkey } from '../people/passkey.js'
import type { Person, PersonChat } from '../people/person.js'
import type { FilteredList, SavedFilter } from '../people/saved-filter.js'
import type { Usdt } from '../shared/money.js'
import type { PersonRole } from '../shared/person-role.js'
import type { Instant } from '../shared/types.js'
import type { EncryptedTable } from './encrypted-table.js'
import type { QueueTimes } from './send-queue.js'

/** The people of merchants. Those who were removed are not found. */
export interface PeopleTable {
  insert(person: Person): Promise<void>
  find(id: string): Promise<Person | undefined>
  /** Lists the people of a merchant by their names. */
  list(merchantId: string): Promise<Person[]>
  /** Lists the people of a mail address, of all merchants. */
  listByMail(mail: string): Promise<Person[]>
  /** Lists the people of all merchants whose choice has a notice. */
  listChoosing(notice: string): Promise<Person[]>
  setNotices(id: string, notices: string): Promise<void>
  /** The language of notices. */
  setLanguage(id: string, language: string): Promise<void>
  /** Notes that the summary of a day is written. @returns false if it was before */
  noteSummary(id: string, day: string): Promise<boolean>
  /** @param ownerSince null for a role that is not the owner's */
  setRole(id: string, role: PersonRole, ownerSince: Instant | null): Promise<void>
  setWait(id: string, until: Instant): Promise<void>
  /** Lists the people of a merchant who wait at an instant, by their names. */
  listWaiting(merchantId: string, now: Instant): Promise<Person[]>
  /** Lists the people of all merchants who became an owner after an instant, newest first. */
  listNewOwners(since: Instant, limit: number): Promise<Person[]>
  /** Lists the people of all merchants, by merchant and name. */
  listAll(limit: number): Promise<Person[]>
  noteUse(id: string, at: Instant): Promise<void>
  remove(id: string, at: Instant): Promise<void>
  /** Counts the people of a merchant who were invited after an instant, also those who were removed. */
  countInvited(merchantId: string, since: Instant): Promise<number>
  /** The most that a person with the role support refunds in 24 hours, 1e-8 USDT; undefined unless the merchant chose it. */
  findRefundLimit(merchantId: string): Promise<Usdt | undefined>
  setRefundLimit(merchantId: string, limit: Usdt): Promise<void>
}

export interface PasskeyTable extends EncryptedTable {
  /** @returns false if there is one with this id */
  insert(passkey: Passkey): Promise<boolean>
  find(id: string): Promise<Passkey | undefined>
  /** Lists the passkeys of a person, oldest first. */
  list(personId: string): Promise<Passkey[]>
  /** Counts the passkeys of each person of a merchant who has one. */
  countOfPeople(merchantId: string): Promise<ReadonlyMap<string, number>>
  /** @returns false if the person has no such passkey */
  delete(personId: string, id: string): Promise<boolean>
  deleteAll(personId: string): Promise<void>
  /** Notes the uses that a device has counted. @returns false if they have not grown, as for a copy of the key */
  countUse(id: string, uses: number): Promise<boolean>
  /** Counts the passkeys that were made for another host than this one. */
  countElsewhere(host: string): Promise<number>
  /** Deletes the passkeys of all people. */
  deleteEvery(): Promise<void>
  /** Remembers the answer to a challenge until the challenge ends. @returns false if it was answered before */
  claimChallenge(hash: string, expiresAt: Instant, now: Instant): Promise<boolean>
}

/** The sealed mail addresses of people. */
export interface PersonMailTable extends EncryptedTable {
  put(row: { readonly id: string; readonly merchantId: string; readonly sealedSecret: string }): Promise<void>
  find(personId: string): Promise<{ readonly sealedSecret: string } | undefined>
  delete(personId: string): Promise<void>
  /** Deletes the addresses of all people. */
  deleteEvery(): Promise<void>
}

/** The chats in which people are told, and the bot that they are with. */
export interface ChatTable {
  /** Stores the hash of the code with which a person links a chat. An earlier one ends. */
  putCode(personId: string, hash: string, until: Instant): Promise<void>
  /** Uses a code up. @returns its person; undefined for a code that is not valid */
  useCode(hash: string, now: Instant): Promise<Person | undefined>
  /** Links a person with a chat, in place of another one. */
  link(personId: string, chat: PersonChat): Promise<void>
  /** Lists the people who are told in a chat. */
  listPeople(chatId: string): Promise<Person[]>
  /** Ends the link of a person with a chat. @returns false if there is none */
  end(personId: string, chatId: string): Promise<boolean>
  /** Ends the links and the codes of all people. */
  endEvery(): Promise<void>
  /** The name of the bot; null before a server has asked for it. */
  findBotName(): Promise<string | null>
  setBotName(name: string): Promise<void>
  /** Claims the messages to the bot, which one server reads at a time. @returns false while another one does */
  claim(times: Omit<QueueTimes, 'now'> & { readonly until: Instant }): Promise<boolean>
  release(): Promise<void>
}

/** The filters of lists that people keep. */
export interface SavedFilterTable {
  /** Lists them by their names. */
  list(personId: string, list: FilteredList): Promise<SavedFilter[]>
  /** Replaces the filters of the same name. */
  put(personId: string, list: FilteredList, filter: SavedFilter): Promise<void>
  delete(personId: string, list: FilteredList, name: string): Promise<void>
  /** Deletes all of a person. */
  deleteOf(personId: string): Promise<void>
}
