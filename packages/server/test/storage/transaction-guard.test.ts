import { expect, it } from 'vitest'
import type { Sql } from '../../src/storage/sql.js'
import { TransactionGuard } from '../../src/storage/transaction-guard.js'

it('a statement that fails after its unit of work disturbs nothing else', async () => {
  let refuse = (_: Error): void => undefined
  const refused = new Promise<never>((_, reject) => {
    refuse = reject
  })
  const sql: Sql = { get: () => refused, all: () => refused, run: () => refused, insertAll: () => refused }
  const guard = new TransactionGuard(sql, 'together')
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

it('a statement that was called together with one that fails does not reach SQLite', async () => {
  const reached: string[] = []
  const answer = async (text: string) => {
    reached.push(text)
    if (text === 'INSERT') throw new Error('the disk is full')
    return 1
  }
  const isUnused = () => Promise.reject(new Error('not used'))
  const sql: Sql = { get: isUnused, all: isUnused, run: answer, insertAll: isUnused }
  const guard = new TransactionGuard(sql, 'one by one')
  const work = guard.finish(() =>
    Promise.all([guard.run('SELECT'), guard.run('INSERT'), guard.run('UPDATE')]),
  )
  await expect(work).rejects.toThrow('the disk is full')
  await new Promise((resolve) => setImmediate(resolve))
  expect(reached).toEqual(['SELECT', 'INSERT'])
})
