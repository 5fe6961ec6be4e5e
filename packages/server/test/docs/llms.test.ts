import { beforeAll, describe, expect, it } from 'vitest'
import { EVENT_TYPES } from '../../src/domain/webhooks/event-types.js'
import { loadContract } from '../../src/http/validator/contracts.js'
import { OperationTable } from '../../src/http/validator/operations.js'
import { anchorsOf, crawl, linksOf, type ReadFile } from '../support/docs/site.js'
import { useHarness } from '../support/server/harness.js'

const MOST_BYTES = 8_192

describe('the pages for language models', () => {
  const shared = useHarness()
  let site: Map<string, ReadFile>
  const text = (path: string) => site.get(path)?.text ?? ''

  beforeAll(async () => {
    site = await crawl(shared.harness, '/llms.txt')
  })

  it('have an overview of at most 8 KiB that names every operation and all seven events', () => {
    console.log(`llms.txt: ${Buffer.byteLength(text('/llms.txt'))} bytes`)
    expect(Buffer.byteLength(text('/llms.txt'))).toBeLessThanOrEqual(MOST_BYTES)
    expect(site.get('/llms.txt')?.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(text('/llms.txt')).toMatch(/^# MerchantPay API\n\n> /)
    const { contract } = loadContract()
    for (const { id, path } of new OperationTable(contract).list())
      expect(text('/llms.txt')).toMatch(
        new RegExp(`^- \\[${id}\\]\\(\\S+\\): \\w+ ${path.replace(/[{}]/g, '\\$&')}$`, 'm'),
      )
    for (const event of EVENT_TYPES) expect(text('/llms.txt')).toContain(`- [${event}](`)
  })

  it('lead from an empty folder to a shop: the commands, the packages and the guides', () => {
    const [, steps = ''] = text('/llms.txt').split('## From an empty folder to a shop')
    for (const needed of [
      ...['cli dev', 'cli listen', 'trigger payment.confirmed', 'webhooks check'],
      ...['@merchantpay/sdk', '@merchantpay/webhook-verify', '(docs/carts.md)', '(docs/webhooks.md)'],
    ])
      expect(steps.split('\n## ')[0]).toContain(needed)
  })

  it('link to Markdown only, and to existing headings', () => {
    const overview = site.get('/llms.txt')
    const links = overview ? linksOf(overview) : []
    expect(links.length).toBeGreaterThan(40)
    for (const { path, anchor } of links) {
      const target = site.get(path)
      expect([path, target?.status]).toEqual([path, 200])
      expect(path).toMatch(/\.(?:md|txt|yaml)$/)
      if (anchor !== '' && target)
        expect([path, anchor, anchorsOf(target).has(anchor)]).toEqual([path, anchor, true])
    }
  })

  it('are also one file, with the seven events and their fields', () => {
    const whole = text('/llms-full.txt')
    const twins = [...site.values()].filter(({ path }) => path.endsWith('.md') && path !== '/docs.md')
    expect(twins.length).toBeGreaterThan(10)
    for (const page of twins) expect(whole).toContain(page.text.split('\n')[0])
    for (const event of EVENT_TYPES) {
      const [, section = ''] = whole.split(`\n# ${event}\n`)
      expect(section.slice(0, 3_000)).toMatch(/\| `(?:order|withdrawal)_id` \|[\s\S]*```json/)
    }
  })
})
