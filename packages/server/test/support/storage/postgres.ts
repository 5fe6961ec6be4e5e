import { inject } from 'vitest'
// The setup of the test run provides `postgresUrl`.
import type {} from '../../../../../test-support/databases/postgres.js'
import { createDatabaseOn } from './postgres-client.js'

/** Creates a database of the test's own, empty or a copy of the one at `likeUrl`. @returns its URL */
export const createDatabase = (likeUrl?: string): Promise<string> =>
  createDatabaseOn(inject('postgresUrl'), likeUrl)
