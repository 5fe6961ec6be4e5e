/** The parts of a request that its signature covers. */
export interface SignedParts {
  /** Unix seconds, exactly ten digits. */
  timestamp: string
  /** HTTP method; it is signed in upper case. */
  method: string
  /** Request target exactly as sent: path, and `?` with the raw query where there is one. */
  target: string
  /** Lower-case hex SHA-256 of the raw body bytes; an absent body hashes as zero bytes. */
  bodyHash: string
}

/** The three parts of an `Authorization` header. */
export interface Authorization {
  /** `mk_live_` or `mk_test_` and 24 base62 characters. */
  keyId: string
  /** Unix seconds, exactly ten digits. */
  timestamp: string
  /** 64 lower-case hex digits. */
  signature: string
}

/** A request for a signer. */
export interface SignRequest {
  /** HTTP method, upper case. */
  method: string
  /** Request target exactly as it will be sent. */
  target: string
  /** The exact bytes that will be sent; empty without a body. */
  body: Uint8Array
  /** Unix seconds, ten digits. */
  timestamp: string
  /** Aborted when the attempt is given up; a remote signer should stop then. */
  signal?: AbortSignal | undefined
}

/**
 * Signs requests. The built-in signer holds the secret in memory; a signer of your own may call a key management
 * service, so that the secret never enters the process.
 */
export interface Signer {
  /** The API key id whose secret signs. */
  keyId: string
  /** Returns the signature as 64 lower-case hex digits. */
  sign(request: SignRequest): string | Promise<string>
}

/** The two functions of Node's crypto module in use, declared here so that no Node types are needed. */
interface NodeCrypto {
  createHash(algorithm: 'sha256'): NodeDigest
  createHmac(algorithm: 'sha256', key: string): NodeDigest
}

interface NodeDigest {
  update(data: Uint8Array | string): NodeDigest
  digest(encoding: 'hex'): string
}

/** The global that gives access to built-in modules without an import. */
interface NodeGlobal {
  process?: { getBuiltinModule?: (name: 'node:crypto') => NodeCrypto | undefined }
}

const AUTHORIZATION = /^Bearer (mk_(?:live|test)_[0-9A-Za-z]{24}):([0-9]{10}):([0-9a-f]{64})$/

/**
 * Builds the text that is signed: the scheme version, the timestamp, the method, the target and the body's hash,
 * joined by line feeds. Client and server share this function.
 *
 * @example
 * stringToSign({ timestamp: '1760000000', method: 'GET', target: '/v1/merchants/me', bodyHash })
 */
export function stringToSign(parts: SignedParts): string {
  return `v1\n${parts.timestamp}\n${parts.method.toUpperCase()}\n${parts.target}\n${parts.bodyHash}`
}

/** Writes the value of the `Authorization` header. The parts are not checked. */
export function formatAuthorization(parts: Authorization): string {
  return `Bearer ${parts.keyId}:${parts.timestamp}:${parts.signature}`
}

/**
 * Reads the value of an `Authorization` header.
 *
 * @returns the parts, or `undefined` when the header has any other shape: other capitals, another space,
 * a short timestamp and upper-case hex all count as malformed
 */
export function parseAuthorization(header: string): Authorization | undefined {
  const [, keyId, timestamp, signature] = AUTHORIZATION.exec(header) ?? []
  if (keyId === undefined || timestamp === undefined || signature === undefined) return undefined
  return { keyId, timestamp, signature }
}

/**
 * Creates the built-in signer: HMAC-SHA256 keyed with the UTF-8 bytes of the secret as shown. It signs
 * synchronously where the runtime hands out `node:crypto`, and through WebCrypto elsewhere.
 *
 * @param options.keyId  the API key id
 * @param options.secret its secret, as the API returned it
 *
 * @example
 * const signer = createSigner({ keyId, secret })
 * const timestamp = String(Math.floor(Date.now() / 1000))
 * const signature = await signer.sign({ method: 'GET', target, body: new Uint8Array(), timestamp })
 * headers.authorization = formatAuthorization({ keyId, timestamp, signature })
 */
export function createSigner(options: { keyId: string; secret: string }): Signer {
  const { keyId, secret } = options
  const scope = globalThis as NodeGlobal // no type declarations describe this global for every runtime
  const crypto = scope.process?.getBuiltinModule?.('node:crypto')
  return { keyId, sign: crypto ? nodeSign(crypto, secret) : webSign(secret) }
}

function nodeSign(crypto: NodeCrypto, secret: string): Signer['sign'] {
  return ({ method, target, body, timestamp }) => {
    const bodyHash = crypto.createHash('sha256').update(body).digest('hex')
    return crypto
      .createHmac('sha256', secret)
      .update(stringToSign({ method, target, timestamp, bodyHash }))
      .digest('hex')
  }
}

/** Signs through WebCrypto, where a runtime has no `node:crypto`. The key is imported once. */
function webSign(secret: string): Signer['sign'] {
  const { subtle } = crypto
  const encode = (text: string) => new TextEncoder().encode(text)
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const importKey = () => subtle.importKey('raw', encode(secret), algorithm, false, ['sign'])
  let key: ReturnType<typeof importKey> | undefined
  return async (request) => {
    key ??= importKey()
    const imported = await key
    const body = request.body as Uint8Array<ArrayBuffer> // digest refuses shared memory, which no body is
    const bodyHash = toHex(await subtle.digest('SHA-256', body))
    return toHex(await subtle.sign('HMAC', imported, encode(stringToSign({ ...request, bodyHash }))))
  }
}

function toHex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
