import { describe, it } from 'vitest'
import { postConcurrently } from '../support/ledger/concurrent-posting.js'
import { openDatabase } from '../support/storage/engines.js'

/** Delays the unique key, so that another block is certain to commit between it and the other unique columns. */
const KEY_COMES_LATE = `
  CREATE FUNCTION late(id TEXT) RETURNS TEXT LANGUAGE plpgsql IMMUTABLE AS
    'BEGIN PERFORM pg_sleep(0.1); RETURN id; END';
  ALTER TABLE ledger_accounts DROP CONSTRAINT ledger_accounts_pkey;
  CREATE INDEX ledger_accounts_late ON ledger_accounts (late(id));
  ALTER TABLE ledger_accounts ADD PRIMARY KEY (id);`

describe('the ledger on PostgreSQL', () => {
  it('lets two blocks create the accounts of a merchant at the same time without an error', async () => {
    const { store, another, side } = await openDatabase('postgres')
    await (await side()).script(KEY_COMES_LATE)
    await postConcurrently([store, await another()], 1)
  })
})
