import { quantile, type Result } from '../lib/rounds.js'
import { sized } from '../lib/sized.js'

const LOADS = sized(40, 3)

interface Area {
  /** Begins each line of the results. */
  readonly what: string
  /** Address of the first page. */
  readonly url: string
  readonly pages: readonly (readonly [name: string, path: string])[]
  /** Uses a sign-in link. A session may load a limited number of pages in a minute, so each page has one of its own. */
  readonly signIn: () => Promise<Response>
}

/** Measures the time until each page has wholly arrived. */
export async function measurePages({ what, url, pages, signIn }: Area): Promise<Result[]> {
  const results: Result[] = []
  for (const [name, path] of pages) {
    const headers = { cookie: cookieOf(await signIn()) }
    const load = async () => {
      const began = performance.now()
      const answer = await fetch(`${url}${path}`, { headers })
      await answer.text()
      if (answer.status !== 200) throw new Error(`${name} answered ${answer.status}`)
      return performance.now() - began
    }
    await load()
    const times: number[] = []
    for (let round = 0; round < LOADS; round += 1) times.push(await load())
    const [half, most] = [0.5, 0.95].map((share) => quantile(times, share).toFixed(0))
    const spread = `p50 ${half}, ${LOADS} loads`
    results.push({ what: `${what}: ${name}`, value: `p95 ${most} ms`, spread, goal: '< 150 ms' })
  }
  return results
}

function cookieOf(answer: Response): string {
  const [cookie] = (answer.headers.get('set-cookie') ?? '').split(';')
  if (cookie === undefined || cookie === '') throw new Error(`the link answered ${answer.status}`)
  return cookie
}
