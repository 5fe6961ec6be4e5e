import { ClientProcess } from './client-process.js'
import type { Task } from './report.js'
import type { Cell, Row, Table } from './table.js'

/** One fault as a table names it. */
export interface Fault {
  readonly fault: string
  readonly right: string
}

/** How one client meets one fault. */
export type Meet<F extends Fault> = (fault: F, column: number, process: ClientProcess) => Promise<Cell>

/** Has every client meet every fault: fault after fault, all clients at once. */
export async function measure<F extends Fault>(
  clients: readonly string[],
  faults: readonly F[],
  warmUp: Task,
  meet: Meet<F>,
): Promise<Table> {
  const processes = clients.map((_, column) => new ClientProcess(column, warmUp))
  const rows: Row[] = []
  try {
    for (const fault of faults) {
      await Promise.all(processes.map((process) => process.ready()))
      const cells = await Promise.all(processes.map((process, column) => meet(fault, column, process)))
      rows.push({ fault: fault.fault, right: fault.right, cells })
    }
  } finally {
    for (const process of processes) process.stop()
  }
  return { clients, rows }
}
