import { readdirSync, readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100
const KIB_PER_MIB = 1_024

/** CPU seconds that a process has used; NaN without the proc file system of Linux. */
export const cpuSeconds = (pid: number): number => ticksOf(pid, 11) / TICKS_PER_SECOND

/** CPU seconds of the children of a process that have ended. */
export const cpuSecondsOfEndedChildren = (pid: number): number => ticksOf(pid, 13) / TICKS_PER_SECOND

/** Sums the user and the system time, which stand side by side. */
function ticksOf(pid: number, place: number): number {
  const [user = Number.NaN, system = Number.NaN] = read(`/proc/${pid}/stat`)
    .replace(/^.*\) /, '') // the name of the program may have spaces
    .split(' ')
    .slice(place, place + 2)
    .map(Number)
  return user + system
}

/** Resident memory of a process in MiB; NaN without the proc file system of Linux. */
export const residentMib = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? Number.NaN) / KIB_PER_MIB

/** Open files and connections of a process; NaN without the proc file system of Linux. */
export function openFiles(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return Number.NaN
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
