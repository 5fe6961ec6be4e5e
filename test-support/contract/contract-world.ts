import { type Contract, readContract } from '../../tools/contract/document.js'
import { type Answer, readError, requireDocumented } from './answers.js'
import { sign } from './authentications.js'
import { type Case, isForeign, sampleCases, type Wire, wireOf } from './cases.js'
import { Connection } from './connection.js'
import { type Operation, operationsOf } from './operations.js'
import { type Party, Preparation } from './parties.js'

/** A server under test. */
export interface Target {
  readonly url: string
  /** Lets the sandbox network and the workers take a step. */
  advance(): Promise<void>
}

/** How often an operation was called, and how often it succeeded. */
export interface Count {
  readonly called: number
  readonly succeeded: number
}

interface Parties {
  readonly own: Party
  readonly other: Party
}

const FOREIGN_CASES = 120
const CASES_PER_STEP = 50

/** Merchants of one server, whose requests are made from the contract, and whose answers are compared with it. */
export class ContractWorld {
  readonly operations: readonly Operation[]
  readonly counts = new Map<string, Count>()
  private sent = 0

  private constructor(
    private readonly contract: Contract,
    private readonly target: Target,
    private readonly connection: Connection,
    private readonly parties: Parties,
  ) {
    this.operations = operationsOf(contract)
  }

  static async open(target: Target): Promise<ContractWorld> {
    const contract = readContract('merchantpay.v1.yaml')
    const connection = new Connection(target.url)
    const preparation = new Preparation(contract, connection, () => target.advance())
    const scopes = [...new Set(operationsOf(contract).flatMap(({ scope }) => scope ?? []))]
    const own = await preparation.party('own', scopes)
    const other = await preparation.party('other', scopes)
    // The other merchant makes the resources that must stay closed to the first one.
    const stranger = new ContractWorld(contract, target, connection, { own: other, other: own })
    await stranger.run(0, FOREIGN_CASES)
    return new ContractWorld(contract, target, connection, { own, other })
  }

  /** Sends a number of requests. @throws Error for an answer that the contract does not promise */
  async run(seed: number, count: number, operations = this.operations): Promise<void> {
    for (const one of sampleCases(this.contract, operations, seed, count)) await this.check(one)
  }

  close(): void {
    this.connection.close()
  }

  /** Sends one request. @throws Error for an answer that the contract does not promise */
  async check(one: Case): Promise<void> {
    this.sent += 1
    if (this.sent % CASES_PER_STEP === 0) await this.target.advance()
    const { own, other } = this.parties
    const wire = wireOf(one, own.resources, other.resources)
    const authorization = this.authorize(one, wire)
    const headers = { ...wire.headers, ...(authorization && { authorization }) }
    const isWhole = one.operation.beginsWithMessage && !('Last-Event-ID' in headers)
    const answer = await this.connection.send({ ...wire, headers }, isWhole)
    try {
      this.require(one, answer)
    } catch (error) {
      throw new Error(described(one, wire, answer), { cause: error })
    }
    this.note(one, answer)
  }

  private authorize({ operation, authentication }: Case, wire: Wire): string | undefined {
    const { ring } = this.parties.own
    if (authentication) return authentication.header(ring, { ...wire, scope: operation.scope })
    return operation.isPublic ? undefined : sign(ring.full, wire)
  }

  private require(one: Case, answer: Answer): void {
    requireDocumented(this.contract, one.operation, answer)
    const wanted = one.authentication?.refusal ?? one.fault?.refusal
    const got = answer.status < 400 ? '' : readError(answer.text).error
    if (wanted && (answer.status !== wanted.status || !isMessage(got, wanted.message)))
      throw new Error(`expected ${wanted.status} "${wanted.message}"`)
    if (answer.status < 400 && isForeign(one, this.parties.other.resources))
      throw new Error('expected a refusal, since the request names another merchant’s resource')
    if (!wanted && ['invalid json', 'invalid parameter: body'].includes(got))
      throw new Error('expected no complaint about the body, which is valid')
  }

  private note({ operation }: Case, { status, headers, text }: Answer): void {
    const { called, succeeded } = this.counts.get(operation.id) ?? { called: 0, succeeded: 0 }
    const isSuccess = status < 400
    this.counts.set(operation.id, { called: called + 1, succeeded: succeeded + (isSuccess ? 1 : 0) })
    const schema = operation.responses.get(status)?.content?.['application/json']?.schema
    if (isSuccess && schema && `${headers['content-type']}`.startsWith('application/json'))
      this.parties.own.resources.collect(schema, JSON.parse(text))
  }
}

/** A message that names a parameter may name a part of it. */
const isMessage = (got: string, wanted: string): boolean =>
  got === wanted || (wanted.startsWith('invalid parameter: ') && got.startsWith(`${wanted}.`))

const described = ({ fault, authentication }: Case, wire: Wire, { status, text }: Answer): string =>
  [
    `${wire.method} ${wire.target.slice(0, 500)} ${wire.bytes.toString().slice(0, 2_000)}`,
    ...Object.entries(wire.headers).map((header) => header.join(': ').slice(0, 500)),
    ...(fault ? [`fault: ${fault.name}`] : []),
    ...(authentication ? [`authentication: ${authentication.name}`] : []),
    `answered ${status} ${text.slice(0, 2_000)}`,
  ].join('\n')
