import { onTestFinished } from 'vitest'
import { type AnswerQuestion, type NameServer, openNameServer } from './loopback-name-server.js'

export type { NameServerAnswer } from './loopback-name-server.js'

/** Opens a name server on loopback for one test. */
export async function startNameServer(answer: AnswerQuestion): Promise<NameServer> {
  const nameServer = await openNameServer(answer)
  onTestFinished(() => nameServer.close())
  return nameServer
}
