import type { AppPayment } from '../../../domain/payments/app-payment.js'
import { usdt } from '../../../domain/shared/money.js'
import type { Environment } from '../../../domain/shared/types.js'
import type { AppPaymentTable } from '../../../domain/store/payment-tables.js'
import type { Sql } from '../../sql.js'

interface Row {
  id: string
  order_id: string
  environment: Environment
  status: AppPayment['status']
  amount: bigint
  payer_reference: string
  remark: string | null
  created_at: bigint
  updated_at: bigint
}

/** The most payments of one order that one query reads. */
const MOST = 1_000

export function appPaymentTable(sql: Sql): AppPaymentTable {
  return {
    async insert(payment) {
      await sql.run(
        `INSERT INTO app_payments
           (id, order_id, environment, status, amount, payer_reference, remark, created_at, updated_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        payment.id,
        payment.orderId,
        payment.environment,
        payment.status,
        payment.amount,
        payment.payerReference,
        payment.remark,
        payment.createdAt,
        payment.updatedAt,
      )
    },
    async update(payment, from) {
      const updated = await sql.run(
        'UPDATE app_payments SET status = ?, updated_at = ? WHERE id = ? AND status = ?',
        payment.status,
        payment.updatedAt,
        payment.id,
        from,
      )
      return updated === 1
    },
    async find(id) {
      const row = await sql.get<Row>('SELECT * FROM app_payments WHERE id = ?', id)
      return row && toAppPayment(row)
    },
    async findStanding(orderId) {
      const row = await sql.get<Row>(
        "SELECT * FROM app_payments WHERE order_id = ? AND status <> 'VOIDED'",
        orderId,
      )
      return row && toAppPayment(row)
    },
    async listByOrder(orderId) {
      const rows = await sql.all<Row>(
        'SELECT * FROM app_payments WHERE order_id = ? ORDER BY created_at, id LIMIT ?',
        orderId,
        MOST,
      )
      return rows.map(toAppPayment)
    },
  }
}

const toAppPayment = (row: Row): AppPayment => ({
  id: row.id,
  orderId: row.order_id,
  environment: row.environment,
  status: row.status,
  amount: usdt(row.amount),
  payerReference: row.payer_reference,
  remark: row.remark,
  createdAt: Number(row.created_at),
  updatedAt: Number(row.updated_at),
})
