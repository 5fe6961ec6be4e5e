import { describe, expect, it } from 'vitest'
import { UsageError } from '../../src/errors/base-error.js'
import { OPERATIONS } from '../../src/generated/operations.gen.js'
import { fillPath, formatQuery, matchesPath } from '../../src/http/paths.js'
import { answer, scripted } from '../support/fake.js'
import { rejection } from '../support/loopback.js'
import { requirePlainPaths } from '../support/proof/path-ids.js'

const BAD = ['..', '.', '', 'a/b', 'a%2fb', 'a?b', 'a#b', 'a b', 'ä', 'a\n', 'x'.repeat(129)]

describe('an id', () => {
  it.each(BAD)('"%s" is refused before the network, by every method and by raw', async (id) => {
    const { mp, sent } = scripted([answer(200, {})])
    const calls = [
      mp.orders.get(id),
      mp.apiKeys.revoke(id),
      mp.webhooks.listDeliveries(id),
      mp.testHelpers.simulateOrder(id, { action: 'pay' }),
      mp.orders.stream(id).next(),
      mp.raw.GET('/v1/orders/{id}', { params: { path: { id } } }),
    ]
    for (const error of await Promise.all(calls.map(rejection))) expect(error).toBeInstanceOf(UsageError)
    expect(sent).toHaveLength(0)
  })

  it('missing from raw is refused', async () => {
    const { mp, sent } = scripted([answer(200, {})])
    const call = mp.raw.GET('/v1/orders/{id}', {} as never) // the type demands it
    expect(await rejection(call)).toBeInstanceOf(UsageError)
    expect(sent).toHaveLength(0)
  })

  it('an id of the alphabet, and no other, makes a request to exactly its path', async () => {
    await requirePlainPaths(Date.now(), 300)
  })
})

it('a path finds the operation it was made of before any other of its method', () => {
  for (const { method, path } of Object.values(OPERATIONS)) {
    const made = fillPath(path, { id: 'a-1', key_id: 'k_2', delivery_id: 'wd_3' })
    const found = Object.values(OPERATIONS).find(
      (other) => other.method === method && matchesPath(other.path, made),
    )
    expect(found?.path).toBe(path)
  }
})

it('a query leaves out what is not given', () => {
  expect(formatQuery({ limit: undefined })).toBe('')
  expect(formatQuery({ limit: 5, offset: 0 })).toBe('?limit=5&offset=0')
})
