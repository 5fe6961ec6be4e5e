/** The storage behind PgBouncer, which keeps sessions in one of its modes only. */
import { describe, expect, it, onTestFinished } from 'vitest'
import { isPgbouncerSkipped, startPgbouncer } from '../../../../test-support/processes/pgbouncer.js'
import { runCommand } from '../support/server/operator.js'
import { migratedLocation, openOn, postgresSide } from '../support/storage/engines.js'
import { merchant } from '../support/storage/store-rows.js'

/** Fails the insert of a merchant whose session lacks a setting. */
const REQUIRE_SETTINGS = `
  CREATE FUNCTION require_settings() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF current_setting('synchronous_commit') <> 'on' OR current_setting('statement_timeout') <> '10s'
      OR current_setting('lock_timeout') <> '5s' OR current_setting('idle_in_transaction_session_timeout') <> '10s'
    THEN RAISE EXCEPTION 'a setting is missing'; END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER require_settings BEFORE INSERT ON merchants FOR EACH ROW EXECUTE FUNCTION require_settings()`

async function behindPgbouncer(settings: Record<string, string | number>) {
  const location = await migratedLocation('postgres')
  if (location.engine !== 'postgres') throw new Error('asked for PostgreSQL')
  const pgbouncer = await startPgbouncer(location.url, settings)
  onTestFinished(() => pgbouncer.stop())
  return {
    url: pgbouncer.url,
    side: await postgresSide(location.url),
    name: new URL(location.url).pathname.slice(1),
  }
}

describe.skipIf(isPgbouncerSkipped())('PgBouncer', () => {
  it.each<[string, Record<string, string>]>([
    ['refuses start parameters', {}],
    [
      'drops start parameters',
      {
        ignore_startup_parameters:
          'options,extra_float_digits,statement_timeout,lock_timeout,idle_in_transaction_session_timeout',
      },
    ],
  ])('PgBouncer with sessions keeps the settings of every connection where it %s', async (_, settings) => {
    const { url, side, name } = await behindPgbouncer({ pool_mode: 'session', ...settings })
    await side.script(`ALTER DATABASE ${name} SET synchronous_commit TO off`)
    await side.script(`ALTER DATABASE ${name} SET search_path TO pg_catalog`)
    await side.script(REQUIRE_SETTINGS)
    const store = await openOn({ engine: 'postgres', url })
    const inserted = await Promise.all(
      ['a', 'b', 'c'].map((id) => store.write((tx) => tx.merchants.insert(merchant(id)))),
    )
    expect(inserted).toEqual([true, true, true])
  })

  it('PgBouncer with sessions delivers the hints of other servers', async () => {
    const { url } = await behindPgbouncer({ pool_mode: 'session' })
    const isHearing = new Promise<boolean>((resolve) => {
      const hints = { onHint: () => undefined, onHearing: resolve }
      void openOn({ engine: 'postgres', url }, { hints })
    })
    expect(await isHearing).toBe(true)
  })

  it.each([
    ['transaction', 20],
    ['transaction', 1],
    ['statement', 20],
  ])('is refused in one sentence with pool_mode %s and %s connections, exit 78', async (mode, size) => {
    const { url } = await behindPgbouncer({ pool_mode: mode, default_pool_size: size })
    const env = {
      MERCHANTPAY_DATABASE_URL: url,
      MERCHANTPAY_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
    }
    for (const command of [['config', 'check'], ['serve']])
      expect(runCommand({ databaseEnv: env }, command)).toMatchObject({
        status: 78,
        stderr:
          'the pooler before PostgreSQL keeps no sessions: set its pool_mode to session, or connect to PostgreSQL itself\n',
      })
  })

  it('is refused with the name of a start parameter of the URL that it does not take, exit 78', async () => {
    const { url } = await behindPgbouncer({ pool_mode: 'session' })
    const env = {
      MERCHANTPAY_DATABASE_URL: `${url}?options=-c%20geqo%3Doff`,
      MERCHANTPAY_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
    }
    expect(runCommand({ databaseEnv: env }, ['config', 'check'])).toMatchObject({
      status: 78,
      stderr: 'PostgreSQL refuses the login: unsupported startup parameter: options\n',
    })
  })
})
