import { expect, it } from 'vitest'
import type { Sql } from '../../src/storage/sql.js'
import { TransactionGuard } from '../../src/storage/transaction-guard.js'

it('a statement that fails after its unit of work disturbs nothing else', async () => {
  let refuse = (_: Error): void => undefined
  const refused = new Promise<never>((_, reject) => {
    refuse = reject
  })
  const sql: Sql = { get: () => refused, all: () => refused, run: () => refused }
  const guard = new TransactionGuard(sql)
  const work = guard.finish(async () => {
    void guard.run('UPDATE orders SET version = version')
    throw new Error('the work failed')
  })
  await expect(work).rejects.toThrow('the work failed')
  // Without a handler this rejection would end the process.
  refuse(new Error('too late'))
  await new Promise((resolve) => setImmediate(resolve))
  expect(guard.failure).toMatchObject({ message: 'too late' })
})
