import { type Answer, json, type Peer, startPeer } from '../../../packages/sdk/test/support/peer.js'

/** Starts a server. Requests with the same method and target get the answers of the script in turn; the last one repeats. */
export async function openLab(script: readonly Answer[]): Promise<Peer> {
  const lab = await startPeer((response, request) => {
    const { method, target } = request
    const nth = lab.seen.filter((each) => each.method === method && each.target === target).length
    script[Math.min(nth, script.length) - 1]?.(response, request)
  })
  return lab
}

/** One body that every client accepts as the requested resource. */
const RESOURCE = {
  id: 'o1',
  object: 'charge',
  status: 'OPEN',
  result: { id: 'o1' },
  type: 'text',
  slug: 'bench',
  name: 'bench',
  organization_id: '1dbfc517-0bbf-4301-9ba8-555ca42b9737',
  created_at: '2026-01-01T00:00:00Z',
  modified_at: null,
  metadata: {},
  properties: {},
}

export const success: Answer = (response, { method }) =>
  json(method === 'POST' ? 201 : 200, RESOURCE)(response)
