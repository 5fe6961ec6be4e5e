import { connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { onTestFinished } from 'vitest'

type Rewrite = (bytes: Buffer) => Buffer

/** Port of a URL without one. */
const POSTGRES_PORT = 5_432

/** A proxy between a client and a service that can make the service look stopped. */
export class TcpProxy {
  private readonly sockets = new Set<Socket>()
  private readonly waiting: [client: Socket, service: Socket][] = []
  private state: 'up' | 'down' | 'held' = 'up'

  private constructor(
    /** The service's URL by way of the proxy. */
    readonly url: string,
    private readonly rewrite: Rewrite | undefined,
  ) {}

  /** Starts a proxy to `target`. @param rewrite changes bytes of the service on their way, without changing their number */
  static async start(target: string, rewrite?: Rewrite): Promise<TcpProxy> {
    const { hostname, port } = new URL(target)
    const server = createServer((client) =>
      proxy.join(client, connect(Number(port || POSTGRES_PORT), hostname)),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const ownPort = typeof address === 'object' && address ? `${address.port}` : ''
    const proxy = new TcpProxy(Object.assign(new URL(target), { port: ownPort }).href, rewrite)
    onTestFinished(() => {
      proxy.stop()
      server.close()
    })
    return proxy
  }

  /** Breaks every connection, and ends new ones at once. */
  stop(): void {
    this.state = 'down'
    this.breakAll()
  }

  /** Breaks every connection, and lets new ones wait. */
  hold(): void {
    this.state = 'held'
    this.breakAll()
  }

  restart(): void {
    this.state = 'up'
    for (const [client, service] of this.waiting.splice(0)) this.pass(client, service)
  }

  private breakAll(): void {
    for (const socket of this.sockets) socket.destroy()
  }

  private join(client: Socket, service: Socket): void {
    for (const socket of [client, service]) {
      this.sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => this.sockets.delete(socket))
    }
    client.on('close', () => service.destroy())
    service.on('close', () => client.destroy())
    if (this.state === 'down') client.destroy()
    else if (this.state === 'held') this.waiting.push([client, service])
    else this.pass(client, service)
  }

  private pass(client: Socket, service: Socket): void {
    const { rewrite } = this
    client.pipe(service)
    const answers = rewrite
      ? service.pipe(new Transform({ transform: (bytes, _coding, done) => done(null, rewrite(bytes)) }))
      : service
    answers.pipe(client)
  }
}
