import { readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100
const KIB_PER_MIB = 1_024

/** CPU seconds that a process has used; NaN without the proc file system of Linux. */
export function cpuSeconds(pid: number): number {
  const [userTicks = Number.NaN, systemTicks = Number.NaN] = read(`/proc/${pid}/stat`)
    .replace(/^.*\) /, '') // the name of the program may have spaces
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return (userTicks + systemTicks) / TICKS_PER_SECOND
}

/** Resident memory of a process in MiB; NaN without the proc file system of Linux. */
export const residentMib = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? Number.NaN) / KIB_PER_MIB

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
