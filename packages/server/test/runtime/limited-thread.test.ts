import { describe, expect, it } from 'vitest'
import { runLimited } from '../../src/runtime/limited-thread.js'

const AMPLE = { mostMs: 20_000, mostHeapMb: 40 }
const POST = "import { parentPort, workerData } from 'node:worker_threads';"
const scriptOf = (text: string) => new URL(`data:text/javascript,${encodeURIComponent(text)}`)

describe('a thread with limits', () => {
  it('returns its first message', async () => {
    const script = scriptOf(
      `${POST} parentPort.postMessage(workerData + 1); setInterval(() => undefined, 1000)`,
    )
    expect(await runLimited(script, 41, AMPLE)).toBe(42)
  })

  it('ends when its time is over, also in a loop that never waits', async () => {
    const endless = runLimited(scriptOf('for (;;);'), null, { ...AMPLE, mostMs: 50 })
    await expect(endless).rejects.toThrow('no result within 50 ms')
  })

  it('ends alone when it takes more memory than it may', async () => {
    const hungry = scriptOf('const kept = []; for (;;) kept.push(new Array(10_000).fill(kept.length))')
    await expect(runLimited(hungry, null, AMPLE)).rejects.toMatchObject({ code: 'ERR_WORKER_OUT_OF_MEMORY' })
    expect(await runLimited(scriptOf(`${POST} parentPort.postMessage('next')`), null, AMPLE)).toBe('next')
  })

  it('reports the error of its script, and an end without a result', async () => {
    await expect(runLimited(scriptOf("throw new Error('damaged')"), null, AMPLE)).rejects.toThrow('damaged')
    await expect(runLimited(scriptOf(''), null, AMPLE)).rejects.toThrow('no result')
  })
})
