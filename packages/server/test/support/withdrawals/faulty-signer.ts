import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { onTestFinished } from 'vitest'
import type { RemoteKeyOptions } from '../../../src/chain/wallet/remote-key.js'
import { remoteKey } from '../../../src/chain/wallet/remote-key.js'
import { localKey, type WalletKey } from '../../../src/chain/wallet/wallet-key.js'
import type { Network } from '../../../src/domain/shared/types.js'
import { HOT_KEY, type PayoutNetwork } from './payout-network.js'

export const SIGNER_SECRET = 'secret of the signer'
const OTHER_KEY = '0ddba115'.repeat(8)
const ORDER = secp256k1.Point.Fn.ORDER

/** How a remote signer answers. `late` signs, but answers only after the caller has given up. */
export type SignerFault =
  | 'late'
  | 'down'
  | 'http 500'
  | 'no json'
  | 'no signature'
  | 'another key'
  | 'high s'
  | 'another transaction'

interface Question {
  readonly network: Network
  readonly transaction: string
  readonly [member: string]: unknown
}

/** A remote signer on loopback that has {@link HOT_KEY}, and the faults that a test gives it. */
export class FaultySigner {
  fault: SignerFault | undefined
  readonly questions: Question[] = []
  readonly requests: { readonly body: string; readonly headers: IncomingMessage['headers'] }[] = []
  private constructor(readonly url: string) {}

  static async start(): Promise<FaultySigner> {
    const server = createServer((request, response) => void signer.answer(request, response))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    const { port } = server.address() as AddressInfo // it listens on TCP
    const signer = new FaultySigner(`http://127.0.0.1:${port}/sign`)
    return signer
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const question = JSON.parse(body) as Question // sent by our own code
    this.requests.push({ body, headers: request.headers })
    this.questions.push(question)
    if (this.fault === 'down') return void request.socket.destroy()
    if (this.fault === 'http 500') return void response.writeHead(500).end()
    if (this.fault === 'no json') return void response.end('<html>')
    if (this.fault === 'no signature') return void response.end(JSON.stringify({ signature: '0x00' }))
    if (this.fault === 'late') await once(request.socket, 'close')
    response.end(JSON.stringify({ signature: this.sign(question) }))
  }

  private sign({ network, transaction }: Question): string {
    const bytes = Buffer.from(transaction.slice(2), 'hex')
    if (this.fault === 'another transaction') bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    const hash = (network === 'TRC20' ? sha256 : keccak_256)(bytes)
    const key = Buffer.from(this.fault === 'another key' ? OTHER_KEY : HOT_KEY, 'hex')
    const [recovery = 0, ...compact] = secp256k1.sign(hash, key, { prehash: false, format: 'recovered' })
    const { r, s } = secp256k1.Signature.fromBytes(Uint8Array.from(compact), 'compact')
    // The other of the two values of s, which also verifies.
    const isHigh = this.fault === 'high s'
    const words = [r, isHigh ? ORDER - s : s].map((word) => word.toString(16).padStart(64, '0'))
    return `0x${words.join('')}${(27 + (isHigh ? 1 - recovery : recovery)).toString(16)}`
  }
}

/** Makes the key of a server that asks a signer at `url`. */
export function remoteKeyFor(
  { network, wallet, clock }: PayoutNetwork,
  options: Pick<RemoteKeyOptions, 'url'> & Partial<RemoteKeyOptions>,
): WalletKey {
  const { account } = localKey(HOT_KEY)
  const plain = { chainId: 1, token: 'the token', secret: SIGNER_SECRET }
  return remoteKey({ environment: 'test', network, wallet, account, clock, ...plain, ...options })
}
