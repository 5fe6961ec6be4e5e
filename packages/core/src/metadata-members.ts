import { findUnstorableText, refusedText } from './storable-text.js'

/** One member of metadata, with its value as text. */
export interface Member {
  readonly name: string
  readonly value: string
}

const MEMBERS = 16
const NAME_LENGTH = 100
const VALUE_LENGTH = 200
const WANTED = 'one member of the top level, as in metadata[cart]=42'
const PARAMETER = /^metadata\[(.+)\]$/s

/** Returns the members by which lists find orders: strings, numbers and booleans among the first 16 of the top level. */
export function findableMembers(metadata: object): Member[] {
  return Object.entries(metadata)
    .slice(0, MEMBERS)
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
    .map(([name, value]) => ({ name, value: `${value}` }))
    .filter((member) => brokenBound(member) === undefined)
}

/** Whether a query parameter belongs to the filter by metadata. */
export const isMemberParameter = (name: string): boolean => /^metadata(?:\[|$)/.test(name)

/**
 * Reads the filter by metadata from its query parameters: exactly one, `metadata[<name>]=<value>`.
 *
 * @returns the rule that they break, as text, or the member
 */
export function readMember(parameters: readonly (readonly [name: string, value: string])[]): Member | string {
  const [[parameter, value] = ['', ''], ...more] = parameters
  const name = PARAMETER.exec(parameter)?.[1]
  if (name === undefined || name.includes('][') || more.length > 0) return WANTED
  return brokenBound({ name, value }) ?? { name, value }
}

function brokenBound({ name, value }: Member): string | undefined {
  if (!isOfLength(name, NAME_LENGTH)) return `1 to ${NAME_LENGTH} characters in the name`
  if (!isOfLength(value, VALUE_LENGTH)) return `1 to ${VALUE_LENGTH} characters in the value`
  const found = findUnstorableText({ [name]: value })
  return found && refusedText(found)
}

const isOfLength = (text: string, most: number): boolean => text !== '' && [...text].length <= most
