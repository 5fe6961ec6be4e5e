import { afterEach, expect, it, vi } from 'vitest'
import { startRedis } from '../../databases/redis.js'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

it('takes the Redis that is named, and leaves it running', async () => {
  vi.stubEnv('TEST_REDIS_URL', 'redis://127.0.0.1:1')
  const server = await startRedis()
  expect(server?.url).toBe('redis://127.0.0.1:1')
  await server?.stop()
})

it('says that the tests on Redis are skipped where there is none, which is an error in CI', async () => {
  const print = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  for (const [name, value] of Object.entries({ TEST_REDIS_URL: '', PATH: '/nowhere', CI: '' }))
    vi.stubEnv(name, value)
  expect(await startRedis()).toBeUndefined()
  expect(print.mock.calls.flat()).toEqual([expect.stringMatching(/^redis tests skipped: .+\n$/)])
  vi.stubEnv('CI', 'true')
  await expect(startRedis()).rejects.toThrow('no redis-server')
})
