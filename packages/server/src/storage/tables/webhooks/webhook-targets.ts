import type { Environment, Instant } from '../../../domain/shared/types.js'
import type { DueTarget, WebhookTargetTable } from '../../../domain/store/webhook-tables.js'
import type { Delivery } from '../../../domain/webhooks/webhook.js'
import { inBatches, instantOrNull, placeholders, type Sql, type SqlValue } from '../../sql.js'

interface Row {
  target: string
  merchant_id: string
  environment: Environment
  url: string
  answered_origin: string | null
  failing_since: bigint | null
  next_due_at: bigint
  last_leased_at: bigint
}

/** The due time of a target whose deliveries wait for a secret, or for which one scan found none: later than any real one. */
const FAR = 9_000_000_000_000_000

/** True if a delivery is not leased. A lease that ends too far ahead stems from a clock that ran ahead, and is ignored. */
export const IS_FREE = '(claimed_until <= ? OR claimed_until > ?)'

/** A due time that every new delivery replaces, since each one is due earlier. */
const NOT_DUE = '(next_due_at IS NULL OR next_due_at > ?)'

/** The due time of the first delivery of a target that is not leased. */
const FIRST_DUE = `(SELECT MIN(next_attempt_at) FROM webhook_deliveries
  WHERE webhook_deliveries.target = webhook_targets.target AND status = 'PENDING' AND held = 0
    AND ${IS_FREE})`

const DUE_TARGET = `target, webhook_targets.merchant_id AS merchant_id, webhook_targets.environment AS environment,
  COALESCE(origin, webhook_endpoints.url) AS url, answered_origin, failing_since, next_due_at, last_leased_at`
const TARGETS_WITH_ENDPOINTS = 'webhook_targets LEFT JOIN webhook_endpoints ON webhook_endpoints.id = target'
const NOT_SWITCHED_OFF = '(webhook_endpoints.is_active IS NULL OR webhook_endpoints.is_active = 1)'

/**
 * Keeps one row per target with its due time, the earliest time at which a delivery may be due. The cost of a scan for work
 * therefore depends on the number of targets, not on the number of waiting deliveries.
 *
 * Storing a delivery leaves a due time that is early enough unlocked and unchanged, so that the orders of a merchant do not
 * wait for each other. A claim at the same moment does not see that uncommitted delivery and sets the due time too late. A due
 * time is therefore unsure until it is revalidated, after every transaction that could have left it unchanged has committed.
 */
export function webhookTargetTable(sql: Sql): WebhookTargetTable {
  return {
    async listDue({ dueAt, after, exceptMerchants, limit }) {
      const [a, b, c, d] = exceptMerchants
      const rows = await sql.all<Row>(
        `SELECT ${DUE_TARGET} FROM ${TARGETS_WITH_ENDPOINTS}
         WHERE next_due_at <= ? AND (last_leased_at, target) > (?, ?)
           AND webhook_targets.merchant_id NOT IN (?, ?, ?, ?) AND ${NOT_SWITCHED_OFF}
         ORDER BY last_leased_at, target LIMIT ?`,
        dueAt,
        after?.lastLeasedAt ?? -1,
        after?.target ?? '',
        a ?? '',
        b ?? '',
        c ?? '',
        d ?? '',
        limit,
      )
      return rows.map(toDueTarget)
    },
    async listLongestDue({ dueAt, after, limit }) {
      const rows = await sql.all<Row>(
        `SELECT ${DUE_TARGET} FROM ${TARGETS_WITH_ENDPOINTS}
         WHERE next_due_at <= ? AND (next_due_at, target) > (?, ?) AND ${NOT_SWITCHED_OFF}
         ORDER BY next_due_at, target LIMIT ?`,
        dueAt,
        after?.nextDueAt ?? -1,
        after?.target ?? '',
        limit,
      )
      return rows.map(toDueTarget)
    },
    async findFirstDue(target, { now, until }) {
      const text = `SELECT ${FIRST_DUE} AS due_at FROM webhook_targets WHERE target = ?`
      const row = await sql.get<{ due_at: bigint | null }>(text, now, until, target)
      return row === undefined || row.due_at === null ? undefined : Number(row.due_at)
    },
    async lowerDueTime(target, at) {
      await lowerDueTime(sql, target, at)
    },
    async noteAnswer(target, origin) {
      await sql.run('UPDATE webhook_targets SET answered_origin = ? WHERE target = ?', origin, target)
    },
    async noteFailing(target, since) {
      if (since === null)
        await sql.run('UPDATE webhook_targets SET failing_since = NULL WHERE target = ?', target)
      else {
        const text = 'UPDATE webhook_targets SET failing_since = COALESCE(failing_since, ?) WHERE target = ?'
        await sql.run(text, since, target)
      }
    },
    async noteTold(target, since) {
      const isNew = '(told_since IS NULL OR told_since <> ?)'
      const text = `UPDATE webhook_targets SET told_since = ? WHERE target = ? AND ${isNew}`
      return (await sql.run(text, since, target, since)) === 1
    },
    async lease(target, now) {
      await sql.run('UPDATE webhook_targets SET last_leased_at = ? WHERE target = ?', now, target)
    },
    async setDueTime(target, { now, until }) {
      await sql.run(
        `UPDATE webhook_targets SET next_due_at = COALESCE(${FIRST_DUE}, ?), unsure_since = ? WHERE target = ?`,
        now,
        until,
        FAR,
        now,
        target,
      )
    },
    async oldestTransactionMs() {
      const row = await sql.get<{ age_ms: bigint | null }>(
        'SELECT MAX(age_ms) AS age_ms FROM units_under_way',
      )
      return Number(row?.age_ms ?? 0)
    },
    async revalidateDueTimes({ now, until, dueAt, unsureBefore, limit }) {
      const unsure = await sql.all<{ target: string; unsure_since: bigint }>(
        `SELECT target, unsure_since FROM webhook_targets
         WHERE unsure_since IS NOT NULL AND unsure_since <= ? AND ${NOT_DUE} ORDER BY unsure_since, target LIMIT ?`,
        unsureBefore,
        dueAt,
        limit,
      )
      for (const row of unsure.sort(byTarget)) {
        // Locks the row first, so that the next statement sees everything that was committed before.
        const isLocked = await sql.run(
          `UPDATE webhook_targets SET unsure_since = NULL WHERE target = ? AND unsure_since = ? AND ${NOT_DUE}`,
          row.target,
          row.unsure_since,
          dueAt,
        )
        if (isLocked === 0) continue
        const text = `UPDATE webhook_targets SET next_due_at = ${FIRST_DUE} WHERE target = ?`
        await sql.run(text, now, until, row.target)
      }
    },
    async lowerDueTimesOfLapsed({ now, until }) {
      await lowerDueTimesOfLeased(sql, 'claimed_until <= ? OR claimed_until > ?', now, until)
    },
    async listFailing(targets) {
      if (targets.length === 0) return new Map()
      const text = `SELECT target, failing_since FROM webhook_targets
        WHERE target IN (${placeholders(targets.length)}) AND failing_since IS NOT NULL`
      const rows = await sql.all<{ target: string; failing_since: bigint }>(text, ...targets)
      return new Map(rows.map((row) => [row.target, Number(row.failing_since)]))
    },
    async listAfter(target, limit) {
      const text = 'SELECT target FROM webhook_targets WHERE target > ? ORDER BY target LIMIT ?'
      return (await sql.all<{ target: string }>(text, target, limit)).map((row) => row.target)
    },
    async bringForward(targets, latest, limit) {
      const latestAt = latestOf(latest)
      const found: { id: string; target: string; at: bigint }[] = []
      // One statement for each of the two indexes on targets.
      for (const held of [0, 1]) {
        const rows = await sql.all<{ id: string; target: string; at: bigint }>(
          `SELECT id, target, ${latestAt.text} AS at FROM webhook_deliveries
           WHERE target IN (${placeholders(targets.length)}) AND status = 'PENDING' AND held = ${held}
             AND next_attempt_at > ? AND next_attempt_at > ${latestAt.text} LIMIT ?`,
          ...latestAt.values,
          ...targets,
          Math.min(...latest),
          ...latestAt.values,
          limit,
        )
        found.push(...rows)
      }
      for (const { target, at } of found.sort(byTarget)) await lowerDueTime(sql, target, Number(at))
      for (const batch of inBatches(found.map(({ id }) => id))) {
        await sql.run(
          `UPDATE webhook_deliveries SET next_attempt_at = ${latestAt.text}
           WHERE id IN (${placeholders(batch.length)}) AND status = 'PENDING' AND next_attempt_at > ${latestAt.text}`,
          ...latestAt.values,
          ...batch,
          ...latestAt.values,
        )
      }
      return found.length
    },
    async limitStamps(now) {
      const leased =
        'UPDATE webhook_targets SET last_leased_at = ? WHERE next_due_at IS NOT NULL AND last_leased_at > ?'
      await sql.run(leased, now, now)
      await sql.run('UPDATE webhook_targets SET unsure_since = ? WHERE unsure_since > ?', now, now)
    },
    async purge(idleSince, limit) {
      return sql.run(
        `DELETE FROM webhook_targets WHERE next_due_at IS NULL AND target IN (SELECT target FROM webhook_targets
           WHERE next_due_at IS NULL AND last_leased_at <= ?
             AND NOT EXISTS (SELECT 1 FROM webhook_deliveries
               WHERE webhook_deliveries.target = webhook_targets.target AND status = 'PENDING' AND held = 0)
             AND NOT EXISTS (SELECT 1 FROM webhook_deliveries
               WHERE webhook_deliveries.target = webhook_targets.target AND held = 1)
           ORDER BY last_leased_at, target LIMIT ?)`,
        idleSince,
        limit,
      )
    },
  }
}

/** Selects the instant that belongs to the number of attempts of a delivery. */
function latestOf(latest: readonly Instant[]): { text: string; values: readonly Instant[] } {
  const cases = latest.map((_, attempts) => `WHEN ${attempts} THEN CAST(? AS BIGINT)`)
  return { text: `CASE attempts ${cases.join(' ')} END`, values: latest }
}

/** Lowers the due time of a target to `at`. @returns false when it was early enough already, or there is no such target */
async function lowerDueTime(sql: Sql, target: string, at: Instant): Promise<boolean> {
  const lowered = await sql.run(
    'UPDATE webhook_targets SET next_due_at = ? WHERE target = ? AND (next_due_at IS NULL OR next_due_at > ?)',
    at,
    target,
    at,
  )
  return lowered === 1
}

/** Lowers the due time of the target of a new delivery, and inserts the target for its first delivery. */
export async function noteNewDelivery(
  sql: Sql,
  { target, eventId, url, nextAttemptAt, isHeld }: Delivery,
): Promise<void> {
  const at = isHeld || nextAttemptAt === null ? FAR : nextAttemptAt
  if (await lowerDueTime(sql, target, at)) return
  await sql.run(
    `INSERT INTO webhook_targets (target, merchant_id, environment, origin, next_due_at, last_leased_at)
     SELECT CAST(? AS TEXT), merchant_id, environment, CAST(? AS TEXT), CAST(? AS BIGINT), 0
     FROM webhook_events WHERE id = ? ON CONFLICT (target) DO NOTHING`,
    target,
    url === null ? null : new URL(url).origin,
    at,
    eventId,
  )
}

/** Asks for revalidation of a target's due time, after some of its deliveries have ended. */
export const askForRevalidation = (sql: Sql, target: string, now: Instant): Promise<number> =>
  sql.run(
    'UPDATE webhook_targets SET unsure_since = ? WHERE target = ? AND unsure_since IS NULL',
    now,
    target,
  )

/** Lowers the due times of the targets of leased deliveries. Lock order: targets in ascending order. */
export const lowerDueTimesOfLeased = (sql: Sql, where: string, ...values: SqlValue[]): Promise<string[]> =>
  lowerDueTimesWhere(sql, `claimed_by IS NOT NULL AND status = 'PENDING' AND (${where})`, ...values)

/** Lowers the due times of the targets of the selected deliveries. @returns those targets */
export async function lowerDueTimesWhere(sql: Sql, where: string, ...values: SqlValue[]): Promise<string[]> {
  const rows = await sql.all<{ target: string; at: bigint }>(
    `SELECT target, MIN(next_attempt_at) AS at FROM webhook_deliveries WHERE ${where} GROUP BY target`,
    ...values,
  )
  for (const { target, at } of rows.sort(byTarget)) await lowerDueTime(sql, target, Number(at))
  return rows.map(({ target }) => target)
}

/** Sorts by code units: the database may sort by a locale, and the lock order must be the same everywhere. */
const byTarget = (one: { target: string }, other: { target: string }): number =>
  one.target < other.target ? -1 : 1

const toDueTarget = (row: Row): DueTarget => ({
  target: row.target,
  merchantId: row.merchant_id,
  environment: row.environment,
  url: row.url,
  answeredOrigin: row.answered_origin,
  failingSince: instantOrNull(row.failing_since),
  nextDueAt: Number(row.next_due_at),
  lastLeasedAt: Number(row.last_leased_at),
})
