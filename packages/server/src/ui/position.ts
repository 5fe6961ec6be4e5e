import type { Position } from '../domain/shared/types.js'

/** Also takes the blank that addresses of earlier versions have. */
const POSITION = /^(\d{1,15})[. ]([0-9a-z_-]{1,40})$/

/** Writes the place of a row in a list for the address of the page behind it. */
export const positionText = ({ createdAt, id }: Position): string => `${createdAt}.${id}`

/** Reads such a place; undefined for any other text. */
export function readPosition(text: string | undefined): Position | undefined {
  const [, createdAt, id] = POSITION.exec(text ?? '') ?? []
  return createdAt === undefined || id === undefined ? undefined : { createdAt: Number(createdAt), id }
}
