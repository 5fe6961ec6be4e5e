import { readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100
const KIB_PER_MIB = 1_024

/** CPU seconds that a process has used. Not a number where the system does not tell it as Linux does. */
export function cpuSeconds(pid: number): number {
  const [userTicks = Number.NaN, systemTicks = Number.NaN] = read(`/proc/${pid}/stat`)
    .replace(/^.*\) /, '') // the program's name may hold anything
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return (userTicks + systemTicks) / TICKS_PER_SECOND
}

/** Memory that a process holds, in MiB. Not a number where the system does not tell it as Linux does. */
export const residentMib = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? Number.NaN) / KIB_PER_MIB

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
