import { describe, expect, it } from 'vitest'
import { scoreFaults } from '../../contract/score.js'

const score = (whole: number, one: number, depth = 1) => ({
  agentReadiness: whole,
  operationScores: { getOrder: { agentReadiness: one }, listOrders: { agentReadiness: 97 } },
  dependencyDepths: { getOrder: depth, listOrders: 1 },
})

describe('the score of a contract', () => {
  it('is good from 94 on, and from 83 on for an operation', () => {
    expect(scoreFaults('a.yaml', score(94, 83, 2))).toEqual([])
  })

  it('names a low operation', () => {
    expect(scoreFaults('a.yaml', score(94, 82.9))).toEqual(['getOrder scores 82.9, not 83'])
  })

  it('names a low contract, and what may raise its score', () => {
    expect(scoreFaults('a.yaml', score(93.9, 90, 2))).toEqual([
      'a.yaml scores 93.9, not 94: `npx redocly score openapi/a.yaml --operation-details`',
      'getOrder has no error response of its own, which would connect it with the others',
    ])
  })
})
