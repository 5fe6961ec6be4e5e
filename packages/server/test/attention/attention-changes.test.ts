import { describe, expect, it } from 'vitest'
import { compareAttention } from '../../src/domain/attention/attention-changes.js'
import type { AttentionItem, AttentionKind, StoredItem } from '../../src/domain/attention/attention-item.js'

const item = (kind: AttentionKind, subject: string): AttentionItem => ({
  key: `${kind}/${subject}`,
  kind,
  subject,
  environment: null,
  sinceAt: 1,
  amount: null,
  text: 'a test',
  command: 'none',
})
const stored = (kind: AttentionKind, subject: string, isAlerted = true): StoredItem => ({
  ...item(kind, subject),
  id: subject,
  isAlerted,
})

describe('the comparison of what waits for a person', () => {
  it('finds what is new and what is gone', () => {
    const before = [stored('suspense', 'a'), stored('suspense', 'b')]
    const { opened, resolved, untold } = compareAttention(
      [item('suspense', 'b'), item('suspense', 'c')],
      before,
      true,
    )
    expect([opened, resolved, untold].map((items) => items.map(({ subject }) => subject))).toEqual([
      ['c'],
      ['a'],
      [],
    ])
  })

  it('resolves no item of a kind while one line stands for the rest, since that line may cover it', () => {
    const before = [stored('suspense', 'a'), stored('order_frozen', 'a')]
    const { resolved } = compareAttention([item('suspense', 'more')], before, true)
    expect(resolved.map(({ key }) => key)).toEqual(['order_frozen/a'])
    expect(compareAttention([], before, true).resolved).toHaveLength(2)
  })

  it('finds items that no receiver was told of, once there is one', () => {
    const before = [stored('suspense', 'a', false), stored('suspense', 'gone', false)]
    const untoldOf = (isAlerting: boolean) =>
      compareAttention([item('suspense', 'a')], before, isAlerting).untold.map(({ subject }) => subject)
    expect([untoldOf(true), untoldOf(false)]).toEqual([['a'], []])
  })
})
