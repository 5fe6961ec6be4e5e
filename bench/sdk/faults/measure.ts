import { ClientProcess } from './client-process.js'
import type { Task } from './report.js'
import type { Cell, Row, RowHead, Table } from './table.js'

/** Exposes one client to one fault. */
export type Meet<F extends RowHead> = (fault: F, column: number, process: ClientProcess) => Promise<Cell>

/** Exposes every client to every fault: fault after fault, all clients at once. */
export async function measure<F extends RowHead>(
  clients: readonly string[],
  faults: readonly F[],
  warmUp: Task,
  meet: Meet<F>,
): Promise<Table> {
  const processes = clients.map((_, column) => new ClientProcess(column, warmUp))
  const rows: Row[] = []
  try {
    for (const fault of faults) {
      const troubles = await Promise.all(processes.map(troubleOf))
      const cells = await Promise.all(
        processes.map((process, column) => {
          const saw = troubles[column]
          return saw === undefined ? meet(fault, column, process) : { saw }
        }),
      )
      rows.push({ fault: fault.fault, right: fault.right, cells })
    }
  } finally {
    for (const process of processes) process.stop()
  }
  return { clients, rows }
}

/** The reason why a client has no process; undefined if it has one. */
const troubleOf = (process: ClientProcess): Promise<string | undefined> =>
  process.ready().then(
    () => undefined,
    (error: unknown) => `did not start: ${error}`,
  )
