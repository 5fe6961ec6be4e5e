import { inject } from 'vitest'
// What the setup of the run provides.
import type {} from '../../../../../test-support/databases/postgres.js'
import { createDatabaseOn } from './postgres-client.js'

/** Makes a database of this test's own, empty or like that at `likeUrl`. @returns its URL */
export const createDatabase = (likeUrl?: string): Promise<string> =>
  createDatabaseOn(inject('postgresUrl'), likeUrl)
