import { expect, it } from 'vitest'
import { useHarness } from '../support/server/harness.js'

const shared = useHarness()
const [PAGE, ERROR] = ['text/html; charset=utf-8', 'application/json; charset=utf-8']

it.each([
  ['GET', '/nothing-here', 'text/html,*/*;q=0.8', PAGE],
  ['GET', '/nothing-here', '*/*', ERROR],
  ['GET', '/v1/nothing-here', 'text/html', ERROR],
  ['POST', '/nothing-here', 'text/html', ERROR],
])('%s %s has no page: a reader of %s gets %s with 404', async (method, path, accept, type) => {
  const answer = await fetch(new URL(path, shared.harness.server.url), { method, headers: { accept } })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([404, type])
  expect((await answer.text()).includes('There is no page here')).toBe(type === PAGE)
})
