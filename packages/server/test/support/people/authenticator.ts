import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest()
const textOf = (bytes: Buffer): string => bytes.toString('base64url')

/** The flags of an answer: present, recognized, and with a key. */
const PRESENT = 0x01
const RECOGNIZED = 0x04
const IS_COPIED = 0x10
const HAS_KEY = 0x40

/** Wrong parts of an answer. */
export interface Faults {
  readonly origin?: string
  readonly host?: string
  readonly type?: string
  readonly isUnrecognized?: boolean
  /** A copy of a key that may not be copied. */
  readonly isCopied?: boolean
  readonly publicKey?: Buffer
  readonly isFramed?: boolean
}

/** A device with one passkey, as the fields of the forms that a browser would fill in. */
export class Authenticator {
  private readonly id: Buffer
  private readonly publicKey: KeyObject
  private readonly privateKey: KeyObject
  /** The uses that it counts; 0 for a device that counts none. */
  uses = 0

  constructor(
    private readonly origin: string,
    idBytes = 16,
  ) {
    this.id = randomBytes(idBytes)
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.publicKey = pair.publicKey
    this.privateKey = pair.privateKey
  }

  /** Makes the passkey for the challenge of a page. */
  create(page: string, faults: Faults = {}): Record<string, string> {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.id.length)
    const key = Buffer.concat([Buffer.alloc(16), length, this.id])
    return {
      ...this.answer('webauthn.create', challengeIn(page, 'create'), faults, key),
      public_key: textOf(faults.publicKey ?? this.publicKey.export({ type: 'spki', format: 'der' })),
    }
  }

  /** Signs the challenge of a page. */
  get(page: string, faults: Faults = {}): Record<string, string> {
    const fields = this.answer('webauthn.get', challengeIn(page, 'get'), faults)
    const [data, client] = [fields.authenticator_data, fields.client_data].map((text) =>
      Buffer.from(`${text}`, 'base64url'),
    )
    const signed = Buffer.concat([data ?? Buffer.alloc(0), sha256(client ?? '')])
    return { ...fields, signature: textOf(sign('sha256', signed, this.privateKey)) }
  }

  private answer(type: string, challenge: string, faults: Faults, key?: Buffer): Record<string, string> {
    const { hostname } = new URL(this.origin)
    const flags =
      PRESENT |
      (faults.isUnrecognized ? 0 : RECOGNIZED) |
      (faults.isCopied ? IS_COPIED : 0) |
      (key ? HAS_KEY : 0)
    const uses = Buffer.alloc(4)
    uses.writeUInt32BE(this.uses)
    const head = [sha256(faults.host ?? hostname), Buffer.from([flags]), uses]
    const origin = faults.origin ?? this.origin
    const client = { type: faults.type ?? type, challenge, origin, crossOrigin: faults.isFramed ?? false }
    return {
      id: textOf(this.id),
      client_data: textOf(Buffer.from(JSON.stringify(client))),
      authenticator_data: textOf(Buffer.concat([...head, ...(key ? [key] : [])])),
    }
  }
}

function challengeIn(page: string, kind: 'create' | 'get'): string {
  const [, challenge] = new RegExp(`data-passkey="${kind}" data-challenge="([\\w-]+)"`).exec(page) ?? []
  if (challenge === undefined) throw new Error('the page asks for no passkey')
  return challenge
}
