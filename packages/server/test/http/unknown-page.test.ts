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
  expect((await answer.text()).includes('This link does not lead to a payment.')).toBe(type === PAGE)
})

it('speaks the language of the reader where there is no page', async () => {
  const headers = { accept: 'text/html', 'accept-language': 'de-AT,de;q=0.9' }
  const answer = await fetch(new URL('/nothing-here', shared.harness.server.url), { headers })
  expect([answer.status, answer.headers.get('vary')]).toEqual([404, 'Accept-Language'])
  expect(await answer.text()).toMatch(/<html lang="de".*<h1>Nicht gefunden<\/h1>/s)
})
