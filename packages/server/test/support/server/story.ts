import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createVerifier, type WebhookEvent } from '@merchantpay/webhook-verify'
import { webhookEventSchema } from '@merchantpay/webhook-verify/schemas'
import { afterAll, beforeAll } from 'vitest'
import { type Certificate, makeCertificate } from '../../../../../test-support/net/certificate.js'
import type { Network } from '../../../src/domain/shared/types.js'
import { EVENT_TYPES } from '../../../src/domain/webhooks/event-types.js'
import type { Engine } from '../storage/engines.js'
import { makeScratchFolder } from '../storage/scratch-folder.js'
import { Receiver } from '../webhooks/receiver.js'
import { Harness, type Json, ORDER, type Registered } from './harness.js'

/** A webhook event of a merchant, verified and valid under the contract. */
export interface ReceivedEvent {
  readonly event: string
  readonly timestamp: string
  readonly data: object
}

/** A merchant on one network whose endpoint receives every event. */
export class Story {
  private constructor(
    readonly harness: Harness,
    readonly keys: Registered,
    readonly receiver: Receiver,
    readonly network: Network,
  ) {}

  async order(fields: object = {}): Promise<string> {
    const body = { ...ORDER, network: this.network, metadata: { cart: 'A-1' }, ...fields }
    return (await this.harness.call('POST', '/v1/orders', { keys: this.keys, body })).json.id
  }

  async appOrder(body: object): Promise<string> {
    const order = { currency: 'USDT', metadata: { cart: 'A-1' }, ...body }
    return (await this.harness.call('POST', '/v1/app/orders', { keys: this.keys, body: order })).json.id
  }

  /** Simulates an action. @returns the order of the answer */
  async simulate(id: string, action: string, fields: object = {}): Promise<Json> {
    const target = `/v1/test_helpers/orders/${id}/simulate`
    const body = { action, ...fields }
    const { status, json, text } = await this.harness.call('POST', target, { keys: this.keys, body })
    if (status !== 200) throw new Error(`${action} answered ${status} ${text}`)
    return json
  }

  async get(id: string): Promise<Json> {
    return (await this.harness.call('GET', `/v1/orders/${id}`, { keys: this.keys })).json
  }

  /** Returns the statuses of an order now and after each of the next blocks, without repeats. */
  async watch(id: string, blocks: number): Promise<string[]> {
    const shown = [String((await this.get(id)).status)]
    for (let block = 0; block < blocks; block += 1) {
      await this.harness.pass(1_000)
      const status = String((await this.get(id)).status)
      if (status !== shown.at(-1)) shown.push(status)
    }
    return shown
  }

  /** Returns all received events in order. @throws Error for an event that does not verify or breaks the contract */
  events(): ReceivedEvent[] {
    const verifier = createVerifier({ secrets: this.keys.webhookSecret })
    return this.receiver.received.map(({ body, headers }) => {
      const verified = verifier.verify(body, headers)
      if (!verified.known) throw new Error(`${verified.event.event} is unknown to the verifier`)
      return requireContract(verified.event)
    })
  }

  static async begin(harness: Harness, certificate: Certificate, network: Network): Promise<Story> {
    const keys = await harness.register()
    const receiver = await Receiver.start(certificate)
    const body = { url: receiver.url, events: EVENT_TYPES }
    await harness.call('POST', '/v1/webhooks', { keys, body })
    return new Story(harness, keys, receiver, network)
  }
}

/** Starts one server for all stories of a file; each story has its own merchant. */
export function useStories(engine: Engine): { begin(network: Network): Promise<Story> } {
  const folder = makeScratchFolder()
  let begin = (_network: Network): Promise<Story> => Promise.reject(new Error('used outside a test'))
  let harness: Harness | undefined
  beforeAll(async () => {
    const certificate = await makeCertificate()
    const file = join(folder, 'receiver.pem')
    writeFileSync(file, certificate.cert)
    const opened = await Harness.open(folder, { MERCHANTPAY_WEBHOOK_CA_FILE: file }, { engine })
    harness = opened
    begin = (network) => Story.begin(opened, certificate, network)
  })
  afterAll(async () => {
    await harness?.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return { begin: (network) => begin(network) }
}

function requireContract(event: WebhookEvent): ReceivedEvent {
  const result = webhookEventSchema['~standard'].validate(event)
  if (result instanceof Promise) throw new Error('schemas of the contract must be synchronous')
  if (result.issues) throw new Error(`${event.event}: ${JSON.stringify(result.issues)}`)
  return event
}
