import { onTestFinished } from 'vitest'
import { type AnswerQuestion, type NameServer, openNameServer } from './loopback-name-server.js'

export type { Says } from './loopback-name-server.js'

/** A name server on loopback for one test. */
export async function startNameServer(answer: AnswerQuestion): Promise<NameServer> {
  const nameServer = await openNameServer(answer)
  onTestFinished(() => nameServer.close())
  return nameServer
}
