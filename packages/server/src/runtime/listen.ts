import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostOfUrl } from '../domain/shared/ip.js'

/** Connections that may wait to be accepted. With Node's default of 511 a burst makes others retry after a second. */
const BACKLOG = 4_096

/** Listens on TCP; port 0 picks a free one. @returns the URL, which ends without a slash */
export function listen(http: Server, { host, port }: { host: string; port: number }): Promise<string> {
  return new Promise((resolve, reject) => {
    http.once('error', reject)
    http.listen(port, host, BACKLOG, () => {
      http.off('error', reject)
      const { port: bound } = http.address() as AddressInfo // TCP, not a pipe
      resolve(`http://${hostOfUrl(host)}:${bound}`)
    })
  })
}
