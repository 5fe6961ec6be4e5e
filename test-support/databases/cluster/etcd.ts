import { join } from 'node:path'
import { freeStablePort } from '../../net/free-port.js'
import { numbered, type RunProgram, signal } from './run-program.js'

const WAIT_MS = 30_000
const POLL_MS = 50

/** A member of etcd. It keeps its data when it is killed. */
export interface Etcd {
  readonly port: number
  kill(): void
  /** Starts it again, after its end. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Starts members that agree with each other. */
export async function startEtcd(count: number, folder: string, run: RunProgram): Promise<Etcd[]> {
  const members: { name: string; port: number; peer: string }[] = []
  for (let at = 1; at <= count; at += 1)
    members.push({
      name: `etcd${at}`,
      port: await freeStablePort(),
      peer: `http://127.0.0.1:${await freeStablePort()}`,
    })
  const all = members.map(({ name, peer }) => `${name}=${peer}`).join(',')
  const started = members.map(({ name, port, peer }) => {
    const pidFile = join(folder, `${name}.pid`)
    const client = `http://127.0.0.1:${port}`
    const command = numbered(
      pidFile,
      ...['/usr/bin/etcd', '--name', name, '--data-dir', join(folder, name), '--unsafe-no-fsync'],
      ...['--listen-client-urls', client, '--advertise-client-urls', client],
      ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', all],
    )
    let child = run(command)
    return {
      port,
      kill: () => signal(pidFile, 'SIGKILL'),
      restart: async () => {
        await child.stop()
        child = run(command)
      },
      stop: () => child.stop(),
    }
  })
  for (const { port } of started) await untilAgreed(port)
  return started
}

/** Patroni ends where etcd has not agreed on its own version yet. */
async function untilAgreed(port: number): Promise<void> {
  for (const deadline = performance.now() + WAIT_MS; ; ) {
    const said = await fetch(`http://127.0.0.1:${port}/version`).then(
      (response) => response.text(),
      (error: unknown) => `${error}`,
    )
    if (/"etcdcluster":"[0-9]/.test(said)) return
    if (performance.now() > deadline) throw new Error(`etcd does not agree: ${said}`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
