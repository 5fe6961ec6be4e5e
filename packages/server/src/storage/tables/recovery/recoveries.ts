import type { Recovery, RecoveryCause } from '../../../domain/recovery/recovery.js'
import type { AccessSummary, RecoveryTable } from '../../../domain/store/recovery-tables.js'
import { instantOrNull, type Sql } from '../../sql.js'
import { takeAllIndexes } from '../orders/address-indexes.js'

interface Row {
  id: bigint
  cause: RecoveryCause
  reason: string
  backup_at: bigint | null
  begun_at: bigint
  finished_at: bigint | null
}

interface Limits {
  total: bigint
  underived: bigint
  skipped_at: bigint | null
  marks: bigint
  begun_at: bigint | null
  finished_at: bigint | null
}

const COLUMNS = 'id, cause, reason, backup_at, begun_at, finished_at'

export function recoveryTable(sql: Sql): RecoveryTable {
  return {
    async findOpen() {
      const row = await sql.get<Row>(`SELECT ${COLUMNS} FROM recoveries WHERE is_open = 1`)
      return row && toRecovery(row)
    },
    async findLast() {
      const row = await sql.get<Row>(`SELECT ${COLUMNS} FROM recoveries ORDER BY id DESC LIMIT 1`)
      return row && toRecovery(row)
    },
    async begin({ cause, reason, backupAt, begunAt }) {
      const row = await sql.get<Row>(
        `INSERT INTO recoveries (id, is_open, cause, reason, backup_at, begun_at)
         VALUES ((SELECT COALESCE(MAX(id), 0) + 1 FROM recoveries), 1, ?, ?, ?, ?) RETURNING ${COLUMNS}`,
        cause,
        reason,
        backupAt,
        begunAt,
      )
      if (!row) throw new Error('the recovery was not stored')
      return toRecovery(row)
    },
    async finish(at) {
      await sql.run('UPDATE recoveries SET is_open = NULL, finished_at = ? WHERE is_open = 1', at)
    },
    async skipIndexes({ environment, network }, count, at) {
      if (count === 0) return
      // A network without an address has handed none out, but the lost orders may have had some. An order that was not
      // stored has left its index, which a lost order may have had as well.
      for (const { first, last } of await takeAllIndexes(sql, { environment, network }, count))
        await sql.run(
          `INSERT INTO skipped_indexes (environment, network, first_index, last_index, skipped_at)
           VALUES (?, ?, ?, ?, ?)`,
          environment,
          network,
          first,
          last,
          at,
        )
    },
    async listUnderived({ environment, network }) {
      const rows = await sql.all<{ first_index: bigint; last_index: bigint; skipped_at: bigint | null }>(
        `SELECT first_index, last_index, skipped_at FROM skipped_indexes
         WHERE environment = ? AND network = ? AND derived_at IS NULL ORDER BY first_index`,
        environment,
        network,
      )
      return rows.map((row) => ({
        environment,
        network,
        first: Number(row.first_index),
        last: Number(row.last_index),
        skippedAt: instantOrNull(row.skipped_at),
      }))
    },
    async noteDerived({ environment, network, first }, at) {
      await sql.run(
        'UPDATE skipped_indexes SET derived_at = ? WHERE environment = ? AND network = ? AND first_index = ?',
        at,
        environment,
        network,
        first,
      )
    },
    async summarizeAccess() {
      const row = await sql.get<Record<keyof AccessSummary, bigint | null>>(
        `SELECT (SELECT COUNT(*) FROM merchants) AS "merchants",
           (SELECT COUNT(*) FROM merchants WHERE status = 'SUSPENDED') AS "suspendedMerchants",
           (SELECT MAX(created_at) FROM merchants) AS "newestMerchantAt",
           (SELECT COUNT(*) FROM api_keys WHERE revoked_at IS NULL) AS "activeKeys",
           (SELECT MAX(created_at) FROM api_keys) AS "newestKeyAt",
           (SELECT MAX(revoked_at) FROM api_keys) AS "lastRevocationAt",
           (SELECT MAX(created_at) FROM webhook_secrets) AS "newestWebhookSecretAt",
           (SELECT COUNT(*) FROM payment_links WHERE closed_at IS NULL) AS "openLinks",
           (SELECT MAX(created_at) FROM payment_links) AS "newestLinkAt",
           (SELECT COUNT(*) FROM people WHERE removed_at IS NULL) AS "people",
           (SELECT MAX(invited_at) FROM people) AS "newestPersonAt",
           (SELECT COUNT(*) FROM passkeys) AS "passkeys"`,
      )
      return {
        merchants: Number(row?.merchants ?? 0),
        suspendedMerchants: Number(row?.suspendedMerchants ?? 0),
        newestMerchantAt: instantOrNull(row?.newestMerchantAt ?? null),
        activeKeys: Number(row?.activeKeys ?? 0),
        newestKeyAt: instantOrNull(row?.newestKeyAt ?? null),
        lastRevocationAt: instantOrNull(row?.lastRevocationAt ?? null),
        newestWebhookSecretAt: instantOrNull(row?.newestWebhookSecretAt ?? null),
        openLinks: Number(row?.openLinks ?? 0),
        newestLinkAt: instantOrNull(row?.newestLinkAt ?? null),
        people: Number(row?.people ?? 0),
        newestPersonAt: instantOrNull(row?.newestPersonAt ?? null),
        passkeys: Number(row?.passkeys ?? 0),
      }
    },
    async countSkipped({ environment, network }) {
      const row = await sql.get<{ total: bigint; underived: bigint }>(
        `SELECT CAST(COALESCE(SUM(last_index - first_index + 1), 0) AS BIGINT) AS total,
           COUNT(*) - COUNT(derived_at) AS underived
         FROM skipped_indexes WHERE environment = ? AND network = ?`,
        environment,
        network,
      )
      return { count: Number(row?.total ?? 0), areDerived: Number(row?.underived ?? 0) === 0 }
    },
    // One statement, since each order on chain needs the answer.
    async findLeaseLimits({ environment, network }) {
      const row = await sql.get<Limits>(
        `SELECT CAST(COALESCE(SUM(last_index - first_index + 1), 0) AS BIGINT) AS total,
           COUNT(*) - COUNT(derived_at) AS underived, MAX(skipped_at) AS skipped_at,
           (SELECT COUNT(*) FROM continuity_marks JOIN database_place ON place = made_in) AS marks,
           (SELECT begun_at FROM recoveries ORDER BY id DESC LIMIT 1) AS begun_at,
           (SELECT finished_at FROM recoveries ORDER BY id DESC LIMIT 1) AS finished_at
         FROM skipped_indexes WHERE environment = ? AND network = ?`,
        environment,
        network,
      )
      if (!row) throw new Error('the limits of leases were not read')
      const begunAt = instantOrNull(row.begun_at)
      return {
        isUnbroken: row.marks > 0n,
        recovery: begunAt === null ? undefined : { begunAt, finishedAt: instantOrNull(row.finished_at) },
        skipped: {
          count: Number(row.total),
          areDerived: row.underived === 0n,
          lastAt: instantOrNull(row.skipped_at),
        },
      }
    },
  }
}

const toRecovery = (row: Row): Recovery => ({
  id: Number(row.id),
  cause: row.cause,
  reason: row.reason,
  backupAt: instantOrNull(row.backup_at),
  begunAt: Number(row.begun_at),
  finishedAt: instantOrNull(row.finished_at),
})
