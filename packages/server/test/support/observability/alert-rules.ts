import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { root } from '../../../../../tools/lib/run.js'

const FOLDER = join(root, 'docs/observability')

/** A rule of `docs/observability/alerts.yml`. */
export interface AlertRule {
  readonly alert: string
  readonly expr: string
  readonly for?: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly runbook: string }
}
interface AlertCase {
  readonly alert_rule_test: readonly {
    readonly alertname: string
    readonly exp_alerts: readonly unknown[]
  }[]
}
interface Panel {
  readonly targets?: readonly { readonly expr: string }[]
}

export const observabilityText = (name: string): string => readFileSync(join(FOLDER, name), 'utf8')

export function readAlertRules(): readonly AlertRule[] {
  const { groups } = parse(observabilityText('alerts.yml')) as {
    groups: { rules: AlertRule[] }[]
  }
  return groups.flatMap(({ rules }) => rules)
}

/** Returns the names of the rules that fire, or do not, in a case of the unit tests. */
export function alertsInCases(isFiring: boolean): string[] {
  const { tests } = parse(observabilityText('alerts.test.yml')) as { tests: AlertCase[] }
  const expected = tests.flatMap((test) => test.alert_rule_test)
  return expected
    .filter(({ exp_alerts }) => exp_alerts.length > 0 === isFiring)
    .map(({ alertname }) => alertname)
}

/** Returns the expressions of the dashboard, with a range in the place of Grafana's variable. */
export function dashboardExpressions(): string[] {
  const { panels } = JSON.parse(observabilityText('grafana-dashboard.json')) as { panels: Panel[] }
  return panels.flatMap(({ targets = [] }) =>
    targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '1m')),
  )
}
