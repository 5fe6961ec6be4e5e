import { randomBytes, randomInt } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type { Ids } from './domain/ports.js'

/** Names from the system's randomness; UUIDs ascend within the process. */
export const systemIds: Ids = {
  uuid: uuidv7,
  random: (alphabet, length) =>
    Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join(''),
  secret: () => randomBytes(32).toString('base64url'),
}
