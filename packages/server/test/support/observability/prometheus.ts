/** Prometheus and its tool, for the tests of the alert rules. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { freePort } from '../../../../../test-support/net/free-port.js'
import { spawnWatched } from '../../../../../test-support/processes/death-pipe.js'

const COMMANDS = ['prometheus', 'promtool']

/**
 * Returns whether Prometheus is installed, and prints a line where it is not.
 *
 * @throws Error when it is missing and `TEST_PROMETHEUS` is `all`
 */
export function hasPrometheus(): boolean {
  const missing = COMMANDS.find((command) => spawnSync(command, ['--version']).status !== 0)
  if (missing === undefined) return true
  const skipped = `alert rules: not run, because this command fails: ${missing} --version`
  if (process.env.TEST_PROMETHEUS === 'all') throw new Error(skipped)
  process.stdout.write(`${skipped}\n`)
  return false
}

/** Runs the tool. @returns its output @throws Error with its output when it does not exit with 0 */
export function promtool(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`promtool ${args.join(' ')}\n${stdout}${stderr}`)
  return stdout
}

/** An alert as Prometheus lists it. */
export interface ListedAlert {
  readonly state: 'pending' | 'firing'
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
}

export interface Prometheus {
  /** The alerts that are pending or firing. */
  alerts(): Promise<ListedAlert[]>
  /** Evaluates an expression. @returns the number of results @throws Error where Prometheus refuses it */
  query(expression: string): Promise<number>
  stop(): Promise<void>
}

/** A scrape that takes longer counts as failed. */
const SCRAPE = '1s'
const EVALUATION = '200ms'

/** Starts a Prometheus that reads these servers every second. @param rules groups of rules */
export async function startPrometheus(targets: readonly string[], rules: object): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'merchantpay-prometheus-'))
  const port = await freePort()
  const config = {
    global: { scrape_interval: SCRAPE, scrape_timeout: SCRAPE, evaluation_interval: EVALUATION },
    rule_files: ['rules.yml'],
    scrape_configs: [{ job_name: 'merchantpay', static_configs: [{ targets }] }],
  }
  writeFileSync(join(folder, 'rules.yml'), stringify(rules))
  writeFileSync(join(folder, 'prometheus.yml'), stringify(config))
  const options = {
    'config.file': 'prometheus.yml',
    'storage.tsdb.path': 'data',
    'web.listen-address': `127.0.0.1:${port}`,
    'log.level': 'error',
  }
  const flags = Object.entries(options).map(([name, value]) => `--${name}=${value}`)
  const child = spawnWatched({ folder, prepare: 'true', command: ['prometheus', ...flags] })
  const ask = async (path: string): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)
    const { status, data, error } = (await answer.json()) as Answer
    if (status !== 'success') throw new Error(`${path}: ${error}`)
    return data
  }
  return {
    alerts: async () => ((await ask('alerts')) as { alerts: ListedAlert[] }).alerts,
    query: async (expression) => {
      const data = await ask(`query?query=${encodeURIComponent(expression)}`)
      return (data as { result: unknown[] }).result.length
    },
    stop: () => child.stop(),
  }
}

interface Answer {
  readonly status: string
  readonly data: unknown
  readonly error?: string
}
