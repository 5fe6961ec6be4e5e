import { describe, expect, it } from 'vitest'
import { type Check, runChecks } from '../../checks/run-checks.js'

const ends = (name: string, code: number, output: string): Check => ({
  name,
  run: async () => ({ code, output }),
})
const throws: Check = { name: 'fetch', run: () => Promise.reject(new Error('no such package')) }

async function outcomeOf(checks: Check[], atOnce = 1) {
  const lines: string[] = []
  const say = (line: string) => lines.push(line.replace(/^ *[0-9.]+ s/, '0 s'))
  const code = await runChecks(checks, { say, atOnce })
  return { code, lines }
}

describe('a run of checks', () => {
  it('a run of checks that all succeed says one line each, with the last line of those that sum themselves up', async () => {
    const tests = { ...ends('tests', 0, 'RUN\nmuch\n3 passed, 0 failed\n'), isSummed: true }
    expect(await outcomeOf([ends('lint', 0, 'much'), tests])).toEqual({
      code: 0,
      lines: ['0 s  ok      lint', '0 s  ok      tests: 3 passed, 0 failed'],
    })
  })

  it('goes on after a failure, and says at the end what failed and why', async () => {
    expect(await outcomeOf([ends('tests', 3, '1 × 1 = 2\n'), throws, ends('demo', 0, 'much')])).toEqual({
      code: 1,
      lines: [
        '0 s  FAILED  tests',
        '0 s  FAILED  fetch',
        '0 s  ok      demo',
        '\ntests\n1 × 1 = 2\nexited with 3',
        '\nfetch\nError: no such package\nexited with 1',
        '\n2 failed: tests, fetch',
      ],
    })
  })

  it('runs two at once where it may, and still tells failures in their order', async () => {
    let endFirst: () => void = () => undefined
    const first = new Promise<void>((resolve) => {
      endFirst = resolve
    })
    const waits: Check = { name: 'waits', run: () => first.then(() => ({ code: 1, output: 'late' })) }
    const frees: Check = {
      name: 'frees',
      run: async () => {
        endFirst()
        return { code: 1, output: 'early' }
      },
    }
    const { lines } = await outcomeOf([waits, frees], 2)
    expect(lines.slice(-3)).toEqual([
      '\nwaits\nlate\nexited with 1',
      '\nfrees\nearly\nexited with 1',
      '\n2 failed: waits, frees',
    ])
  })
})
