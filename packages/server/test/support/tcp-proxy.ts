import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** Where a URL without a port leads. */
const POSTGRES_PORT = 5_432

/** Stands between a client and a service that can be made to look stopped. */
export class TcpProxy {
  private readonly sockets = new Set<Socket>()
  private isUp = true

  /** @param url the service's URL by way of the proxy */
  private constructor(readonly url: string) {}

  static async start(target: string): Promise<TcpProxy> {
    const { hostname, port } = new URL(target)
    const server = createServer((client) =>
      proxy.join(client, connect(Number(port || POSTGRES_PORT), hostname)),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const ownPort = typeof address === 'object' && address ? `${address.port}` : ''
    const proxy = new TcpProxy(Object.assign(new URL(target), { port: ownPort }).href)
    onTestFinished(() => {
      proxy.stop()
      server.close()
    })
    return proxy
  }

  /** Every connection breaks, and new ones end at once. */
  stop(): void {
    this.isUp = false
    for (const socket of this.sockets) socket.destroy()
  }

  restart(): void {
    this.isUp = true
  }

  private join(client: Socket, service: Socket): void {
    for (const socket of [client, service]) {
      this.sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => this.sockets.delete(socket))
    }
    client.on('close', () => service.destroy())
    service.on('close', () => client.destroy())
    if (!this.isUp) {
      client.destroy()
      return
    }
    client.pipe(service)
    service.pipe(client)
  }
}
