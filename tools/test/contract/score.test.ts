import { describe, expect, it } from 'vitest'
import { scoreFaults } from '../../contract/score.js'

const score = (whole: number, one: number, depth = 1) => ({
  agentReadiness: whole,
  operationScores: { getOrder: { agentReadiness: one }, listOrders: { agentReadiness: 97 } },
  dependencyDepths: { getOrder: depth, listOrders: 1 },
})

describe('the score of a contract', () => {
  it('is good from 95 on, and from 85 on for an operation', () => {
    expect(scoreFaults('a.yaml', score(95, 85, 2))).toEqual([])
  })

  it('names a low operation', () => {
    expect(scoreFaults('a.yaml', score(95, 84.9))).toEqual(['getOrder scores 84.9, not 85'])
  })

  it('names a low contract, and what may raise its score', () => {
    expect(scoreFaults('a.yaml', score(94.9, 90, 2))).toEqual([
      'a.yaml scores 94.9, not 95: `npx redocly score openapi/a.yaml --operation-details`',
      'getOrder has no error response of its own, which would connect it with the others',
    ])
  })
})
