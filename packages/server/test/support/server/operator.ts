import { execFile, spawnSync } from 'node:child_process'
import { sideOf } from '../storage/engines.js'
import { CLI } from './cli.js'
import type { Answer, CallOptions, Harness } from './harness.js'

/** The token of the operator API in tests. */
export const OPERATOR_TOKEN = 'operator-token-of-the-tests-0123456789'
export const WITH_OPERATOR = { MERCHANTPAY_OPERATOR_TOKEN: OPERATOR_TOKEN }

/** Calls the operator API as the client app's backend. */
export function callOperator(harness: Harness, target: string, options: CallOptions = {}): Promise<Answer> {
  const headers = { authorization: `Bearer ${OPERATOR_TOKEN}`, ...options.headers }
  return harness.call('POST', target, { ...options, headers })
}

export interface AuditRow {
  readonly actor: string
  readonly action: string
  readonly subject: string
  readonly details: string
}

/** Reads the audit entries about a subject, oldest first. */
export async function auditRows({ database }: Harness, subject: string): Promise<AuditRow[]> {
  const { rows } = await sideOf(database)
  return rows(
    `SELECT actor, action, subject, details FROM audit_entries WHERE subject = '${subject}' ORDER BY id`,
  )
}

export interface Ran {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs an operator command on the database of a harness. */
export function runCommand(
  { databaseEnv }: Pick<Harness, 'databaseEnv'>,
  args: readonly string[],
  env: Record<string, string> = {},
): Ran {
  return spawnSync(process.execPath, [CLI, ...args], {
    env: { PATH: process.env.PATH, ...databaseEnv, ...env },
    encoding: 'utf8',
    maxBuffer: Number.POSITIVE_INFINITY,
  })
}

/** Runs a command asynchronously, so that this process can answer as a node. */
export function commandBeside(
  databaseEnv: Readonly<Record<string, string>>,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Ran> {
  const options = { env: { PATH: process.env.PATH, ...databaseEnv, ...env }, encoding: 'utf8' } as const
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [CLI, ...args], options, (_, stdout, stderr) =>
      resolve({ status: child.exitCode, stdout, stderr }),
    )
  })
}

/** Parses the documents that a command printed with `--json`, one per line. */
export const documentsOf = ({ stdout }: Ran): Record<string, unknown>[] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>) // assertions check the real members
