import { createHmac } from 'node:crypto'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { signWebhook } from '@merchantpay/webhook-verify'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { freePort } from '../../../../test-support/net/free-port.js'
import { runnable } from '../../../../test-support/processes/languages.js'
import { mustRun, root } from '../../../../tools/lib/run.js'
import { checkReceiver, type ProbeResult } from '../../../cli/src/receiver-check/check-receiver.js'
import { makeProgramFolder, startProgram } from '../support/docs/sample-languages.js'

interface Vector {
  readonly name: string
  readonly secret?: string
  readonly secrets?: readonly string[]
  readonly t: string
  /** Base64. */
  readonly body: string
  readonly header: string
  readonly now: number
  readonly expected: string
}

/** Results that concern only the form of a header. */
const OF_THE_HEADER = new Set([
  'malformed_header',
  'header_too_large',
  'duplicate_timestamp',
  'too_many_signatures',
])

type Command = readonly [string, ...string[]]

const file = (name: string) =>
  fileURLToPath(new URL(`../../scripts/samples/receivers/${name}`, import.meta.url))
const text = readFileSync(join(root, 'openapi/vectors/webhook-signature.json'), 'utf8')
const vectors: readonly Vector[] = JSON.parse(text)
const secretsOf = ({ secret, secrets }: Pick<Vector, 'secret' | 'secrets'>) => secrets ?? [secret ?? '']
const { PATH = '', HOME = '' } = process.env

/** A call of a receiver's `verify`; it takes one secret. */
const questions = vectors.flatMap((vector) => secretsOf(vector).map((secret) => ({ ...vector, secret })))

/** Programs that call the `verify` of a file and print its results as JSON. */
const PYTHON = `
import base64, json, runpy, sys
verify = runpy.run_path(sys.argv[1])["verify"]
ask = lambda row: verify(row["secret"], row["header"], base64.b64decode(row["body"]), row["now"])
print(json.dumps([ask(row) for row in json.load(sys.stdin)]))`
const PHP = `
require $argv[1];
$ask = fn($row) => verify($row->secret, $row->header, base64_decode($row->body), $row->now);
echo json_encode(array_map($ask, json_decode(stream_get_contents(STDIN))));`
const GO = `package main

import (
	"encoding/json"
	"os"
)

func init() {
	if os.Getenv("ASK") == "" {
		return
	}
	var rows []struct {
		Secret, Header string
		Body           []byte
		Now            int64
	}
	if err := json.NewDecoder(os.Stdin).Decode(&rows); err != nil {
		panic(err)
	}
	answers := []bool{}
	for _, row := range rows {
		answers = append(answers, verify(row.Secret, row.Header, row.Body, row.Now))
	}
	json.NewEncoder(os.Stdout).Encode(answers)
	os.Exit(0)
}
`

interface Receiver {
  readonly name: string
  /** Commands that succeed where the tools are installed. */
  readonly needs: readonly string[]
  /** Builds the program in a folder. */
  build?(folder: string): Promise<unknown>
  start(folder: string, port: number): Command
  /** How its `verify` is called, where it has its own. */
  ask?(folder: string): Command
}

const RECEIVERS = runnable<Receiver>([
  {
    name: 'typescript',
    needs: [],
    // It declares no types, and its imports resolve in a folder of the checkout.
    build: async (folder) => cpSync(file('receiver.ts'), join(folder, 'receiver.mjs')),
    start: (folder) => [process.execPath, join(folder, 'receiver.mjs')],
  },
  {
    name: 'python',
    needs: ['python3 --version'],
    start: () => ['python3', file('receiver.py')],
    ask: () => ['python3', '-c', PYTHON, file('receiver.py')],
  },
  {
    name: 'php',
    needs: ['php --version'],
    start: (_, port) => ['php', '-S', `127.0.0.1:${port}`, file('receiver.php')],
    ask: () => ['php', '-r', PHP, file('receiver.php')],
  },
  {
    name: 'go',
    needs: ['go version'],
    build: buildGo,
    start: (folder) => [join(folder, 'receiver')],
    ask: (folder) => [join(folder, 'receiver')],
  },
])

/** Without a cache, Go compiles its standard library first, on a machine that may be busy. */
const BUILD_MS = 180_000

function buildGo(folder: string): Promise<unknown> {
  cpSync(file('receiver.go'), join(folder, 'receiver.go'))
  writeFileSync(join(folder, 'ask.go'), GO)
  writeFileSync(join(folder, 'go.mod'), 'module receiver\n\ngo 1.19\n')
  return mustRun('go', ['build', '-ldflags', '-s -w', '-o', 'receiver'], { cwd: folder })
}

describe.each(RECEIVERS)('the webhook receiver in $name', ({ build, start, ask }) => {
  const secret = 'whsec_of-this-test'
  const body = Buffer.from(vectors[0]?.body ?? '', 'base64')
  let folder = ''

  beforeAll(async () => {
    folder = makeProgramFolder()
    await build?.(folder)
    return () => rmSync(folder, { recursive: true, force: true })
  }, BUILD_MS)

  const started = async (WEBHOOK_SECRET: string) => {
    const port = await freePort()
    const env = { PATH, HOME, PORT: `${port}`, WEBHOOK_SECRET }
    const receiver = startProgram(start(folder, port), env, folder)
    const post = async (signature: string | undefined, bytes = body) => {
      const headers = {
        'content-type': 'application/json',
        ...(signature && { 'x-merchant-signature': signature }),
      }
      return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: bytes })).status
    }
    return { receiver, port, post }
  }

  it('accepts nothing with an empty secret, which anyone could sign with', async () => {
    const { receiver, post } = await started('')
    const timestamp = Math.floor(Date.now() / 1_000)
    const mac = createHmac('sha256', '').update(`${timestamp}.`).update(body).digest('hex')
    // Some exit at once; one answers every request with an error.
    const answer = async () => (receiver.hasEnded() ? 'ended' : post(`t=${timestamp},v1=${mac}`))
    expect(['ended', 500]).toContain(await vi.waitFor(answer, 10_000))
    await vi.waitFor(() => expect(receiver.printed()).toMatch(/secret/i), 10_000)
  })

  it('accepts only fresh and signed webhooks', async () => {
    const { receiver, post } = await started(secret)
    await vi.waitFor(async () => expect(await post(undefined)).toBeGreaterThanOrEqual(400), 10_000)
    const now = Math.floor(Date.now() / 1_000)
    const signed = (timestamp: number, secrets: string | string[] = secret) =>
      signWebhook({ body, secrets, timestamp })
    const refused = [
      await post(signed(now), Buffer.concat([body, Buffer.from(' ')])),
      await post(signed(now, 'whsec_another')),
      await post(signed(now - 310)),
      await post(signed(now + 310)),
      await post('t=,v1='),
    ]
    expect(refused.filter((status) => status < 400 || status > 401)).toEqual([])
    const { order_id } = JSON.parse(body.toString('utf8')).data
    expect(receiver.printed()).not.toContain(order_id)
    expect([200, 204]).toContain(await post(signed(now, ['whsec_new', secret])))
    await vi.waitFor(() => expect(receiver.printed()).toContain(order_id), 10_000)
  })

  it('handles a repeated event once, and passes the other probes of `merchantpay webhooks check` too', async () => {
    const { port, post } = await started(secret)
    await vi.waitFor(async () => expect(await post(undefined)).toBeGreaterThanOrEqual(400), 10_000)
    const url = new URL(`http://127.0.0.1:${port}/`)
    const results: ProbeResult[] = []
    for await (const result of checkReceiver({ url, secret, pauseMs: 100 })) results.push(result)
    expect(results.filter(({ ok }) => !ok)).toEqual([])
    expect(results).toHaveLength(8)
  })

  if (ask) {
    it('agrees with the vectors in its `verify`', async () => {
      const [command, ...args] = ask(folder)
      const input = Buffer.from(JSON.stringify(questions))
      const { stdout } = await mustRun(command, args, { env: { PATH, HOME, ASK: 'vectors' }, input })
      const answers: readonly boolean[] = JSON.parse(stdout.toString('utf8'))
      expect(answers).toHaveLength(questions.length)
      const taken = vectors.filter(({ name }) =>
        questions.some((one, at) => one.name === name && answers[at]),
      )
      const may = vectors.filter((vector) => mayTake(vector))
      const must = vectors.filter(({ expected }) => expected === 'ok' || expected === 'invalid_payload')
      expect(taken.filter((vector) => !may.includes(vector))).toEqual([])
      expect(must.filter((vector) => !taken.includes(vector))).toEqual([])
    })
  }
})

/**
 * A receiver of a few lines may accept header forms that the package refuses and the service never sends. It never
 * accepts a header without the correct MAC.
 */
function mayTake({ expected, header, t, body, ...vector }: Vector): boolean {
  const isMac = (secret: string) =>
    header.includes(createHmac('sha256', secret).update(`${t}.`).update(body, 'base64').digest('hex'))
  if (OF_THE_HEADER.has(expected)) return secretsOf(vector).some(isMac)
  return expected === 'ok' || expected === 'invalid_payload'
}
