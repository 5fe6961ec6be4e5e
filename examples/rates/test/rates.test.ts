import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { readRateDocument } from '../../../packages/server/src/domain/rates/rate-document.js'
import { createApp } from '../app.js'

const recorded = (name: string) => readFileSync(new URL(`recorded/${name}`, import.meta.url), 'utf8')
const XML = recorded('eurofxref-daily.xml')
const TICKER = recorded('ticker.json')
const SOURCES = {
  referenceRates: 'https://bank.example/daily.xml',
  ticker: 'https://exchange.example/ticker',
}
const NOW = '2026-11-29T12:00:00.000Z'

/** Starts the program on recorded answers. @returns a request to it, and the URLs that it has asked */
async function start(answers: Partial<Record<string, Response | (() => Response)>> = {}) {
  const asked: string[] = []
  const usual = new Map<string, () => Response>([
    [SOURCES.referenceRates, () => new Response(XML)],
    [SOURCES.ticker, () => new Response(TICKER)],
  ])
  const call: typeof fetch = async (input) => {
    asked.push(String(input))
    const answer = answers[String(input)] ?? usual.get(String(input))
    if (!answer) throw new Error(`no answer is recorded for ${input}`)
    return typeof answer === 'function' ? answer() : answer
  }
  const server = createApp({ sources: SOURCES, fetch: call, now: () => new Date(NOW) })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.close()
  })
  const { port } = server.address() as AddressInfo // it listens on TCP
  return { asked, get: () => fetch(`http://127.0.0.1:${port}/`) }
}

it('serves USDT for one of each currency, in a document that the server reads', async () => {
  const { get, asked } = await start()
  const text = await (await get()).text()
  expect(JSON.parse(text)).toEqual({
    at: NOW,
    usdt_per_unit: {
      EUR: '1.083573371739',
      GBP: '1.27023430249',
      IDR: '0.000063132278',
      JPY: '0.006598303323',
      USD: '1.000160025604',
    },
  })
  expect([...readRateDocument(text, Date.parse(NOW), 900_000).rates.keys()]).toHaveLength(5)
  await get()
  expect(asked.filter((url) => url === SOURCES.referenceRates)).toHaveLength(1)
})

it.each([
  ['the bank does not answer', { [SOURCES.referenceRates]: () => new Response('', { status: 503 }) }],
  ['the bank answers a page', { [SOURCES.referenceRates]: () => new Response('<html>') }],
  [
    'the rates are old',
    { [SOURCES.referenceRates]: () => new Response(XML.replace('2026-11-27', '2026-11-20')) },
  ],
  [
    'the exchange refuses',
    { [SOURCES.ticker]: () => new Response('{"error":["EGeneral:Too many requests"]}') },
  ],
  [
    'USDT lost its peg',
    { [SOURCES.ticker]: () => new Response(TICKER.replace('"c": ["0.99984000"', '"c": ["0.90"')) },
  ],
  ['the price is no decimal', { [SOURCES.ticker]: () => new Response('{"result":{"A":{"c":["1e3"]}}}') }],
])('answers 502 when %s', async (_what, answers) => {
  const { get } = await start(answers)
  expect((await get()).status).toBe(502)
})
