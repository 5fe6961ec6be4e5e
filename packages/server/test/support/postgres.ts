import { inject } from 'vitest'
// What the setup of the run provides.
import type {} from '../../../../test-support/postgres.js'
import { createDatabaseOn } from './postgres-client.js'

/** Makes an empty database of this test's own. @returns its URL */
export const createDatabase = (): Promise<string> => createDatabaseOn(inject('postgresUrl'))
