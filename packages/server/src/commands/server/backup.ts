import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { readConfig } from '../../config/config.js'
import { keyFingerprints, masterKeyFileOf, requireMasterKey } from '../../config/master-key.js'
import { isoTime } from '../../domain/shared/iso-time.js'
import { OperatorError } from '../../domain/shared/operator-error.js'
import { systemClock } from '../../runtime/clock.js'
import { backUpFile, backUpPostgres } from '../../storage/backup/backup.js'
import type { Args } from '../command.js'
import { printCard, printNote } from '../output.js'
import { withStore } from '../store-access.js'

/** Backs the database up; servers may use it meanwhile. The time of the backup is recorded in the database. */
export async function backup(args: Args): Promise<number> {
  const config = readConfig()
  const { database } = config
  // Opening would create the file.
  if (database.engine === 'sqlite' && !existsSync(database.file))
    throw new OperatorError(`there is no database ${database.file}`)
  const [masterKey] = keyFingerprints(config)
  const options = { folder: args.required('to'), keep: args.number('keep', 1), masterKey }
  const { path, manifest, deleted } = await withStore(
    async ({ store, context }) => {
      await requireMasterKey(store, context.vault)
      const at = systemClock.real()
      const made =
        database.engine === 'sqlite'
          ? await backUpFile(database.file, { ...options, at })
          : await backUpPostgres(database.url, { ...options, at })
      await store.write((tx) => tx.backups.noteLast({ madeAt: at, location: made.path }))
      return made
    },
    { isInspection: true },
  )
  const { file, rows, createdAt } = manifest
  const card = { backup: path, created_at: isoTime(createdAt), bytes: file.bytes, sha256: file.sha256 }
  printCard(
    { ...card, merchants: rows.merchants ?? 0, orders: rows.orders ?? 0, deleted: deleted.length },
    args.isJson,
  )
  noteKey(masterKeyFileOf(config), dirname(path))
  return 0
}

/** The backup is of no use without the key, and it must not lie beside it. */
function noteKey(file: string | undefined, folder: string): void {
  const key = file === undefined ? 'MERCHANTPAY_MASTER_KEY' : resolve(file)
  printNote(
    `the master key is not in the backup: keep ${key} in another place, since no secret opens without it`,
  )
  if (file !== undefined && dirname(resolve(file)) === folder)
    printNote(`${resolve(file)} lies in the folder of the backups: a thief of one has the other`)
}
