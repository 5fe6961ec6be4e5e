import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isAnvilSkipped } from '../support/nodes/anvil.js'
import { startEthereumPayouts } from '../support/withdrawals/payout-ethereum.js'
import type { PayoutNetwork } from '../support/withdrawals/payout-network.js'
import { startTronPayouts } from '../support/withdrawals/payout-tron.js'
import { PayoutWorld } from '../support/withdrawals/payout-world.js'

/** Larger than any block number, and a safe integer. */
const ABSURD = 2 ** 52

type Json = Record<string, unknown>

/** Changes the number of the newest block of Ethereum. */
function boastOfEthereum(asked: string, answer: unknown): unknown {
  const isLatest = asked.includes('eth_getBlockByNumber') && asked.includes('"latest"')
  const number = `0x${ABSURD.toString(16)}`
  const boast = (each: Json) => {
    const block = each.result as Json | string | null
    return typeof block === 'object' && block?.parentHash !== undefined
      ? { ...each, result: { ...block, number } }
      : each
  }
  if (!isLatest) return answer
  return Array.isArray(answer) ? answer.map(boast) : boast(answer as Json)
}

/** Changes the number of the newest block of TRON; block ids begin with it. */
function boastOfTron(asked: string, answer: unknown): unknown {
  if (asked !== '{"detail":false}') return answer
  const { blockID, block_header: header } = answer as { blockID: string; block_header: { raw_data: Json } }
  const numbered = (id: unknown, number: number) =>
    `${number.toString(16).padStart(16, '0')}${String(id).slice(16)}`
  const parentHash = numbered(header.raw_data.parentHash, ABSURD - 1)
  return {
    blockID: numbered(blockID, ABSURD),
    block_header: { raw_data: { ...header.raw_data, number: ABSURD, parentHash } },
  }
}

const NETWORKS = [
  ...(isAnvilSkipped ? [] : [{ name: 'ERC20', start: startEthereumPayouts, boast: boastOfEthereum }]),
  { name: 'TRC20', start: startTronPayouts, boast: boastOfTron },
]

describe.each(NETWORKS)('a signer on $name', ({ start, boast }) => {
  let network: PayoutNetwork
  beforeAll(async () => {
    network = await start()
  }, 60_000)
  afterAll(() => network.stop())

  it('signs without a restart although its node once reported a block that is never reached', async () => {
    const world = await PayoutWorld.begin(network)
    let isBoasting = false
    const life = await world.live({
      async fetch(url, init) {
        const response = await fetch(url, init)
        if (!isBoasting) return response
        const answer: unknown = await response.json()
        return Response.json(boast(String(init?.body), answer))
      },
    })
    const withdrawal = await world.withdraw(life)
    // The watcher reads with correct answers; only the sender asks for the newest block while the node is wrong.
    await life.watch()
    isBoasting = true
    await life.send()
    isBoasting = false
    const [done] = await world.finish(life, [withdrawal])
    expect(done?.status).toBe('COMPLETED')
    await world.verify([withdrawal])
  })
})
