import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { NodeHttp } from '../../../src/chain/nodes/node-http.js'
import { startNetwork } from '../../support/nodes/canned-ethereum.js'
import { nodesAt } from '../../support/nodes/node-access.js'

const signal = new AbortController().signal
const SECRETS = ['pathkey-5Uq3', 'querykey-9Xz1', 'username-77', 'password-K2v', 'headerkey-Tt8']
const [PATH = '', QUERY = '', USER = '', PASSWORD = '', HEADER = ''] = SECRETS

/** The same node behind a URL that holds every kind of secret. */
const secretUrl = (url: string): string =>
  `${url.replace('http://', `http://${USER}:${PASSWORD}@`)}/v3/${PATH}?apikey=${QUERY}`

/** Everything that a logger could print of it, causes included. */
const writtenOut = (...things: unknown[]): string =>
  things
    .map((thing) =>
      [inspect(thing, { depth: 10, showHidden: true }), JSON.stringify(thing), `${thing}`].join(),
    )
    .join('\n')

const ECHO = `no project for ${PATH}, key ${QUERY} of ${USER}:${PASSWORD}`

describe('the secrets of a node', () => {
  it.each([
    ['refuses', { kind: 'status', status: 401, body: ECHO }],
    ['is down', { kind: 'reset' }],
    ['answers with words', { kind: 'status', status: 200, body: ECHO }],
    ['answers with an error', { kind: 'error', code: -32_000, message: ECHO }],
    ['redirects', { kind: 'status', status: 302, headers: { location: `http://127.0.0.1:1/${PATH}` } }],
    ['cuts its answer', { kind: 'cut' }],
    ['reverts', { kind: 'error', code: 3, message: `execution reverted: ${ECHO}` }],
  ] as const)('are in no error and no report when it %s', async (_name, fault) => {
    const network = await startNetwork(2)
    for (const node of network.nodes) node.fail({ fault })
    const chain = await network.open({
      nodes: nodesAt(
        network.nodes.map(({ url }) => secretUrl(url)),
        { key: { header: 'x-api-key', value: HEADER } },
      ),
    })
    const { cursor } = await network.follow()
    const watched = { since: async () => [], ours: async () => new Set<string>() }
    const failures = await Promise.all([
      chain.verify(signal).catch((error: unknown) => error),
      chain.head(signal).catch((error: unknown) => error),
      chain.next({ cursor, ring: [] }, watched, signal).catch((error: unknown) => error),
      chain.balanceAt(chain.deriveAddress(1), cursor, signal).catch((error: unknown) => error),
    ])
    const text = writtenOut(failures, network.events)
    expect(text).toContain('127.0.0.1')
    expect(SECRETS.filter((secret) => text.includes(secret))).toEqual([])
  })

  it('do reach the node', async () => {
    const seen: string[] = []
    const http = new NodeHttp({
      url: secretUrl('http://node.example'),
      key: { header: 'X-API-Key', value: HEADER },
      fetch: async (url, init) => {
        seen.push(
          `${url} ${new Headers(init?.headers).get('authorization')} ${new Headers(init?.headers).get('x-api-key')}`,
        )
        return new Response('{}')
      },
    })
    expect(await http.post({}, signal)).toEqual({})
    const basic = Buffer.from(`${USER}:${PASSWORD}`).toString('base64')
    expect(seen).toEqual([`http://node.example/v3/${PATH}?apikey=${QUERY} Basic ${basic} ${HEADER}`])
    expect(http.name).toBe('node.example')
  })

  it('are masked in the text of the node, encoded or not', () => {
    const http = new NodeHttp({
      url: 'http://node.example/a%2Fsecret%2Fkey',
      key: { header: 'Authorization', value: `Bearer ${HEADER}` },
    })
    const words = http.mask(`a/secret/key a%2Fsecret%2Fkey ${HEADER}`)
    expect(words).toBe('*** *** ***')
  })
})
