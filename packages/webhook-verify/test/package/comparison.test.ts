import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { renderComparison } from '../../scripts/comparison/page.js'

describe('the comparison with other verifiers', () => {
  let page = ''
  beforeAll(async () => {
    page = await renderComparison()
  }, 90_000) // every verifier judges thousands of altered bodies

  test('is the committed page; npm run comparison -w packages/webhook-verify renews it', () => {
    expect(readFileSync(new URL('../../../../docs/verifier-comparison.md', import.meta.url), 'utf8')).toBe(
      page,
    )
  })

  test('shows this package right in every row', () => {
    const rows = page.split('\n').map((line) => line.split(' | '))
    const judged = rows.filter(([, right]) => right === 'accepts' || right === 'refuses')
    expect(judged.length).toBeGreaterThan(50)
    for (const [, right, ours] of judged) expect(ours).toBe(right)
    expect(page).toMatch(/`@merchantpay\/webhook-verify` \| 0 \| \d{4} \|/)
    expect(page).toMatch(/\| \*\*right\*\* \| (\d+) \| \1 \|/)
  })
})
