/** The image of the Dockerfile: its entry point as its user, with nothing writable but the volume. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../../test-support/net/free-port.js'
import { image } from './dockerfile.js'
import { canRunImage, type ImageRoot, makeImageRoot } from './image-root.js'

describe.skipIf(!canRunImage())('the image', () => {
  let root: ImageRoot
  const running: ChildProcess[] = []
  beforeAll(() => {
    root = makeImageRoot()
  })
  afterAll(() => {
    for (const child of running) child.kill('SIGKILL')
    root.remove()
  })

  const envOf = (env: Record<string, string>) => ({
    PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/bin',
    ...image.env,
    ...env,
  })
  /** Runs a command beside the entry point. */
  const run = (command: string[], env: Record<string, string> = {}) => {
    const [program, args] = root.command(...command)
    return spawnSync(program, args, { env: envOf(env), encoding: 'utf8' })
  }
  /** Starts the entry point with its default command, and waits until it listens. */
  async function start(env: Record<string, string>): Promise<ChildProcess> {
    const [program, args] = root.command(...image.entrypoint, ...image.command)
    const child = spawn(program, args, { env: envOf(env), stdio: ['ignore', 'pipe', 'inherit'] })
    running.push(child)
    for await (const line of createInterface({ input: child.stdout }))
      if (line.includes('"listening"')) return child
    throw new Error('the image ended before it listened')
  }

  it('serves as its user, writes to the volume alone, is healthy, and stops cleanly', async () => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const env = { MERCHANTPAY_PORT: `${port}`, MERCHANTPAY_PUBLIC_URL: url, MERCHANTPAY_METRICS_PORT: '0' }
    const child = await start(env)
    const ids = spawnSync('ps', ['-o', 'uid=,gid=', '-p', `${child.pid}`], { encoding: 'utf8' })
    expect(ids.stdout.trim().split(/\s+/).join(':')).toBe(image.user.join(''))
    const answer = await fetch(`${url}/v1/merchants`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Ada', email: 'ada@books.example', platform_user_id: 'ada' }),
    })
    expect(answer.status).toBe(201)
    const probe = ['merchantpay-server', 'probe']
    expect(image.healthcheck.join()).toContain(`CMD ${JSON.stringify(probe).replace(',', ', ')}`)
    expect(run(probe, env)).toMatchObject({ status: 0, stdout: '200 {"status":"ok"}\n' })
    expect(run([...probe, '--live'], env).status).toBe(0)
    const listed = run(['merchantpay-server', 'merchants', 'list', '--json'], env)
    expect(JSON.parse(listed.stdout)).toMatchObject({ platform_user_id: 'ada' })

    for (const folder of ['/', '/app', '/tmp', '/usr/local/bin', '/etc'])
      expect(run(['touch', `${folder}/written`]).stderr).toContain('Read-only file system')
    const files = readdirSync(root.volume).map((name) => statSync(join(root.volume, name)))
    expect(files.length).toBeGreaterThan(2)
    for (const { uid, gid, mode } of files)
      expect([`${uid}:${gid}`, (mode & 0o777).toString(8)]).toEqual([image.user.join(''), '600'])

    child.kill('SIGTERM')
    const code = await new Promise((resolve) => child.once('exit', resolve))
    expect(code).toBe(0)
    expect(run(probe, env)).toMatchObject({ status: 1, stdout: expect.stringContaining('no answer') })
  }, 60_000)

  it('names the setting that it needs: exit 78', () => {
    const { status, stderr } = run([...image.entrypoint, ...image.command])
    expect([status, stderr]).toEqual([78, expect.stringContaining('MERCHANTPAY_PUBLIC_URL: required')])
  })

  it('names a volume of another user: exit 78', () => {
    chownSync(root.volume, 0, 0)
    const env = { MERCHANTPAY_PUBLIC_URL: 'https://pay.example' }
    for (const command of [image.command, ['merchants', 'list'], ['config', 'check']])
      expect(run([...image.entrypoint, ...command], env)).toMatchObject({
        status: 78,
        stderr: expect.stringMatching(
          /^\/data: this process \(uid 10001\) cannot write there \(EACCES\); it belongs to uid 0/,
        ),
      })
  })
})
