import { connect, createServer, type Server, type Socket } from 'node:net'

/** A way to a port of this machine that can fall silent, as a network does whose packets get lost: no end ever learns why. */
export class TcpRelay {
  private readonly pairs = new Set<readonly [client: Socket, service: Socket]>()
  private isSilent = false

  private constructor(
    private readonly server: Server,
    /** The address of the way. */
    readonly address: string,
  ) {}

  /** @param target port on loopback; nothing need listen there yet */
  static async start(target: number): Promise<TcpRelay> {
    const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (client) =>
      relay.join(client, connect({ port: target, host: '127.0.0.1', allowHalfOpen: true })),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    if (typeof address !== 'object' || !address) throw new Error('the relay listens on no port')
    const relay: TcpRelay = new TcpRelay(server, `127.0.0.1:${address.port}`)
    return relay
  }

  /** Lets neither bytes nor ends of connections pass, old ones and new ones. */
  silence(): void {
    this.isSilent = true
    for (const pair of this.pairs) hold(pair)
  }

  /** Lets everything pass again, also what waited. */
  resume(): void {
    this.isSilent = false
    for (const pair of this.pairs) pass(pair)
  }

  /** Ends every connection; what is on its way is lost. */
  breakAll(): void {
    for (const pair of this.pairs) for (const socket of pair) socket.destroy()
  }

  close(): void {
    this.server.close()
    this.breakAll()
  }

  private join(client: Socket, service: Socket): void {
    const pair = [client, service] as const
    this.pairs.add(pair)
    let open = pair.length
    for (const [socket, other] of [
      [client, service],
      [service, client],
    ] as const) {
      socket.on('error', () => undefined)
      socket.on('close', () => {
        open -= 1
        if (open === 0) this.pairs.delete(pair)
        if (!this.isSilent) other.destroy()
      })
    }
    if (this.isSilent) hold(pair)
    else pass(pair)
  }
}

function pass([client, service]: readonly [Socket, Socket]): void {
  // An end that broke while the way was silent is seen now.
  if (client.destroyed || service.destroyed) {
    client.destroy()
    service.destroy()
    return
  }
  client.pipe(service)
  service.pipe(client)
}

function hold(pair: readonly [Socket, Socket]): void {
  for (const socket of pair) socket.unpipe().pause()
}
