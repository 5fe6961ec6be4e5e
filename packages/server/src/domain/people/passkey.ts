import { createHash, createPublicKey, type KeyObject, timingSafeEqual, verify } from 'node:crypto'
import type { Instant } from '../shared/types.js'

/** A key that a person's device keeps, and uses only after it has recognized the person. */
export interface Passkey {
  /** The id that the device gave it, in base64url. */
  readonly id: string
  readonly merchantId: string
  readonly personId: string
  /** Person, public key and operator, sealed with the master key. */
  readonly sealedSecret: string
  /** The browser that it was made in; null where the browser did not tell. */
  readonly device: string | null
  /** The host that it works for; null for one of an earlier version. */
  readonly host: string | null
  /** The uses that its device has counted; 0 for a device that counts none. */
  readonly uses: number
  readonly createdAt: Instant
}

/** The facts that are sealed with a passkey. */
export interface PasskeyFacts {
  readonly personId: string
  /** SubjectPublicKeyInfo in base64url. */
  readonly publicKey: string
  /** The operator who let the person in that made it; null where only people of the merchant did. */
  readonly issuedBy: string | null
}

/** The server as devices know it: a passkey works for one host alone. */
export interface RelyingParty {
  /** The host, without a port. */
  readonly id: string
  readonly origin: string
}

/** The answer of a device, as a form has it: each part in base64url. */
export interface DeviceAnswer {
  readonly id: string
  readonly clientData: string
  readonly authenticatorData: string
}
export interface NewKeyAnswer extends DeviceAnswer {
  readonly publicKey: string
}
export interface SignedAnswer extends DeviceAnswer {
  readonly signature: string
}

/** The question of a page to a device, as the answer names it. */
export type DeviceCall = 'webauthn.create' | 'webauthn.get'

const PRESENT = 0x01
const RECOGNIZED = 0x04
const MAY_BE_COPIED = 0x08
const IS_COPIED = 0x10
const HAS_KEY = 0x40
const COUNTER_AT = 33
/** Hash of the relying party, flags, counter. */
const HEAD_BYTES = 37
/** The model of the device stands before the length of the id. */
const MODEL_BYTES = 16
/** The bounds of the standard. */
const LEAST_ID_BYTES = 16
const MOST_ID_BYTES = 1_023
const LEAST_RSA_BITS = 2_048
/** More would make each check slow. */
const MOST_RSA_BITS = 4_096
const RSA_EXPONENT = 65_537n
/** A key of P-256 is this, then the coordinates of its point. */
const P256_HEAD = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d03010703420004', 'hex')
const P256_BYTES = 91

/** Returns the challenge that an answer is about, as its browser says; undefined for an answer of another kind or origin. */
export function challengeIn(
  { clientData }: DeviceAnswer,
  kind: DeviceCall,
  { origin }: RelyingParty,
): string | undefined {
  const data = parsed(bytesOf(clientData).toString('utf8'))
  const isOurs = data.type === kind && data.origin === origin && data.crossOrigin !== true
  return isOurs && typeof data.challenge === 'string' ? bytesOf(data.challenge).toString('utf8') : undefined
}

/** Whether a device has made a key of a kind that this server knows, after it has recognized its person. */
export function isNewKey(answer: NewKeyAnswer, party: RelyingParty): boolean {
  const data = bytesOf(answer.authenticatorData)
  if (!isRecognized(data, party) || !hasFlag(data, HAS_KEY)) return false
  const at = HEAD_BYTES + MODEL_BYTES
  if (data.length < at + 2) return false
  const id = data.subarray(at + 2, at + 2 + data.readUInt16BE(at))
  return (
    id.length >= LEAST_ID_BYTES &&
    id.length <= MOST_ID_BYTES &&
    id.toString('base64url') === answer.id &&
    keyOf(answer.publicKey) !== undefined
  )
}

/** Whether the key has signed the answer, after its device has recognized the person. */
export function isSignedBy(
  { publicKey }: Pick<PasskeyFacts, 'publicKey'>,
  answer: SignedAnswer,
  party: RelyingParty,
): boolean {
  const data = bytesOf(answer.authenticatorData)
  const key = keyOf(publicKey)
  if (!key || !isRecognized(data, party)) return false
  const signed = Buffer.concat([data, sha256(bytesOf(answer.clientData))])
  return verify('sha256', signed, key, bytesOf(answer.signature))
}

/** The uses that the device has counted, of an answer that was checked. */
export const usesIn = ({ authenticatorData }: DeviceAnswer): number =>
  bytesOf(authenticatorData).readUInt32BE(COUNTER_AT)

function isRecognized(data: Buffer, { id }: RelyingParty): boolean {
  if (data.length < HEAD_BYTES || !timingSafeEqual(data.subarray(0, 32), sha256(Buffer.from(id))))
    return false
  const isImpossible = hasFlag(data, IS_COPIED) && !hasFlag(data, MAY_BE_COPIED)
  return hasFlag(data, PRESENT) && hasFlag(data, RECOGNIZED) && !isImpossible
}

const hasFlag = (data: Buffer, flag: number): boolean => ((data[32] ?? 0) & flag) !== 0

/** Reads a key of ES256 or RS256, the kinds that the page asks for; undefined for any other. */
function keyOf(publicKey: string): KeyObject | undefined {
  const bytes = bytesOf(publicKey)
  const key = importedKey(bytes)
  if (key?.asymmetricKeyType === 'ec') return isP256(bytes) ? key : undefined
  return key?.asymmetricKeyType === 'rsa' && isUsualRsa(key, bytes) ? key : undefined
}

/** Node ends the process when it is asked for the details of an EC key without a point, so the bytes tell the curve. */
const isP256 = (bytes: Buffer): boolean =>
  bytes.length === P256_BYTES && bytes.subarray(0, P256_HEAD.length).equals(P256_HEAD)

function isUsualRsa(key: KeyObject, bytes: Buffer): boolean {
  const { modulusLength = 0, publicExponent } = key.asymmetricKeyDetails ?? {}
  const isUsual =
    modulusLength >= LEAST_RSA_BITS && modulusLength <= MOST_RSA_BITS && publicExponent === RSA_EXPONENT
  return isUsual && key.export({ format: 'der', type: 'spki' }).equals(bytes)
}

function importedKey(bytes: Buffer): KeyObject | undefined {
  try {
    return createPublicKey({ key: bytes, format: 'der', type: 'spki' })
  } catch {
    return undefined
  }
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64url')
const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()
