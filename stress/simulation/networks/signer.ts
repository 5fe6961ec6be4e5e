import { createHash } from 'node:crypto'
import { keccak256, SigningKey } from 'ethers'
import type { Dice } from '../../../packages/server/test/support/ledger/dice.js'

const OTHER_KEY = 'fe'.repeat(32)

/** A fault of the signer: `lost` signs, and its answer never arrives. The one that could do harm comes most often. */
const SIGNER_FAULTS = ['down', 'broken', 'lost', 'another key', 'another key'] as const
type SignerFault = (typeof SIGNER_FAULTS)[number]

interface Question {
  readonly network: string
  readonly transaction: string
}

/** The remote signer of an installation, for Ethereum and TRON. */
export class SimulatedSigner {
  readonly url = 'http://signer.invalid'
  readonly secret = 'secret-of-the-simulated-signer'
  fault: { readonly kind: SignerFault; readonly until: number } | undefined
  /** Transactions that were sent though another key has signed them. */
  readonly breaches: string[] = []
  /** The first half of each signature of another key, in hex. */
  private readonly foreign: string[] = []

  constructor(
    private readonly key: string,
    private readonly now: () => number,
  ) {}

  /** Lets the signer fail for a while. @returns the fault */
  fail(dice: Dice, until: number): SignerFault {
    const kind = dice.pick(SIGNER_FAULTS)
    this.fault = { kind, until }
    return kind
  }

  /** Answers a request of `fetch`. @throws TypeError as `fetch` does where no answer arrives */
  answer(body: string): Response {
    const fault = this.fault && this.fault.until > this.now() ? this.fault.kind : undefined
    if (fault === 'broken') return new Response('', { status: 500 })
    if (fault === 'down' || fault === 'lost') throw new TypeError('fetch failed')
    const { network, transaction }: Question = JSON.parse(body)
    const bytes = Buffer.from(transaction.slice(2), 'hex')
    const hash = network === 'TRC20' ? createHash('sha256').update(bytes).digest() : keccak256(bytes)
    const key = new SigningKey(`0x${fault === 'another key' ? OTHER_KEY : this.key}`)
    const { r, serialized } = key.sign(hash)
    if (fault === 'another key') this.foreign.push(r.slice(2))
    return Response.json({ signature: serialized })
  }

  /** Notes a request to a node that sends what another key has signed. */
  watch(body: string): void {
    if (this.foreign.some((half) => body.includes(half))) this.breaches.push(`signed by another key: ${body}`)
  }
}
