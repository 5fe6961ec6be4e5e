import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../../../tools/lib/run.js'
import { alertsInCases, dashboardExpressions, readAlertRules } from '../support/observability/alert-rules.js'
import { samplesOf, scrape, WITH_METRICS } from '../support/observability/scrape.js'
import { useHarness } from '../support/server/harness.js'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const sorted = (names: Iterable<string>) => [...new Set(names)].sort()

/** Returns the names of metrics in a scrape. */
const exportedIn = (text: string) => [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name)

/** Returns the names of metrics in an expression, without the suffixes of a histogram's series. */
const metricsIn = (expression: string) =>
  (expression.match(/\b(?:merchantpay|nodejs|process)_\w+/g) ?? []).map((name) =>
    name.replace(/_seconds_(?:bucket|sum|count)$/, '_seconds'),
  )

/** The page with the runbooks of alerts that the manual has no other section for. */
const RUNBOOKS = 'docs/observability/README.md'

/** Returns the sections of a page by the anchors of their headings, as GitHub writes them. */
function sectionsOf(page: string): Map<string, string> {
  const sections = read(page)
    .split(/^#+ /m)
    .map((section) => {
      const [heading = ''] = section.split('\n')
      const words = heading.toLowerCase().replace(/[^\w -]/g, '')
      return [words.replaceAll(' ', '-'), section] as const
    })
  return new Map(sections)
}

describe('the metrics', () => {
  const shared = useHarness(WITH_METRICS)
  const rules = readAlertRules()
  const expressions = [...rules.map(({ expr }) => expr), ...dashboardExpressions()]

  it('are those of the manual', async () => {
    const rows = read('docs/operating-database.md').match(/^\| `merchantpay_[^|]*/gm) ?? []
    const documented = rows.flatMap((row) => row.match(/\bmerchantpay_\w+/g) ?? [])
    const exported = exportedIn(await scrape(shared.harness))
    expect(sorted(documented)).toEqual(sorted(exported.filter((name) => name.startsWith('merchantpay_'))))
  })

  it('have every name that an alert rule or the dashboard asks for', async () => {
    const exported = new Set(exportedIn(await scrape(shared.harness)))
    const asked = sorted(expressions.flatMap(metricsIn))
    expect(asked.length).toBeGreaterThan(25)
    expect(asked.filter((name) => !exported.has(name))).toEqual([])
  })

  it('have every kind and check that an alert rule or the dashboard asks for', async () => {
    const text = await scrape(shared.harness)
    const asked = expressions.flatMap((expression) => [
      ...expression.matchAll(/(merchantpay_\w+)\{(kind|check)!?=~?"([^"]+)"\}/g),
    ])
    const samples = asked.flatMap(([, name, label, values = '']) =>
      values.split('|').map((value) => [name, `${label}="${value}"`] as const),
    )
    expect(samples.length).toBeGreaterThan(5)
    const missing = samples.filter(
      ([name, label]) => !samplesOf(text, `${name}{`).some((sample) => sample.includes(label)),
    )
    expect(missing).toEqual([])
  })

  it.each(rules)('$alert names a section of the manual, how urgent it is and what happened', (rule) => {
    const [page = '', anchor = ''] = rule.annotations.runbook.split('#')
    const section = sectionsOf(page).get(anchor)
    expect(section, rule.annotations.runbook).toBeDefined()
    if (page === RUNBOOKS) expect(section).toContain(`\`${rule.alert}\``)
    expect(['critical', 'warning']).toContain(rule.labels.severity)
    expect(rule.annotations.summary).toMatch(/\.$/)
  })

  it('have a case for each rule in which it fires, and one in which it does not', () => {
    const names = rules.map(({ alert }) => alert)
    expect([alertsInCases(true), alertsInCases(false)]).toEqual([names, names])
  })
})
