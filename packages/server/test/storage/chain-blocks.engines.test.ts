import { describe, expect, it } from 'vitest'
import { RING_BLOCKS } from '../../src/domain/chain/scan-step.js'
import { ENGINES, openDatabase } from '../support/storage/engines.js'

const ID = { environment: 'test', network: 'BEP20' } as const

describe.each(ENGINES)('the recorded blocks of a network on %s', (engine) => {
  const begin = async () => {
    const { store } = await openDatabase(engine)
    const append = (...numbers: readonly number[]) =>
      store.write((tx) =>
        tx.chainBlocks.append(
          ID,
          numbers.map((number) => ({
            number,
            hash: `${number}`,
            parentHash: `${number - 1}`,
            timeAt: number,
          })),
        ),
      )
    const list = async () => (await store.read((tx) => tx.chainBlocks.list(ID))).map(({ number }) => number)
    return { append, list }
  }

  it('are all kept while none is deep', async () => {
    const { append, list } = await begin()
    await append(1, 2)
    await append(RING_BLOCKS)
    expect(await list()).toEqual([RING_BLOCKS, 2, 1])
  })

  it('lose the deep ones, except for the newest of those', async () => {
    const { append, list } = await begin()
    await append(1, 2, 3, 4)
    await append(RING_BLOCKS + 3)
    expect(await list()).toEqual([RING_BLOCKS + 3, 4, 3])
    await append(3 * RING_BLOCKS)
    expect(await list()).toEqual([3 * RING_BLOCKS, RING_BLOCKS + 3])
  })
})
