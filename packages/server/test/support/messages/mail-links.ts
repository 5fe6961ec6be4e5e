import type { ConsoleClient } from '../console/console-client.js'
import type { Harness } from '../server/harness.js'
import type { MailServer } from './mail-server.js'
import type { ReceivedMail } from './received-mail.js'

/** Returns the path of the link in a mail. */
export function pathIn(mail: ReceivedMail | undefined): string {
  const [, path] = /https?:\/\/[^/\s]+(\/dashboard\/\S+)/.exec(mail?.text ?? '') ?? []
  if (path === undefined) throw new Error('the mail has no link')
  return path
}

/** Asks for a mail in a browser, and returns the path of the link that the mail server got. */
export async function mailedLink(
  client: ConsoleClient,
  mails: MailServer,
  mail: string,
  to = '',
): Promise<string> {
  await client.post('/dashboard/sign-in/mail', { mail, to })
  await sendMails(client.harness)
  return pathIn(mails.to(mail).at(-1))
}

/** Lets the server send the mails that are due. */
export async function sendMails({ server }: Pick<Harness, 'server'>): Promise<void> {
  const sender = server.workers.find(({ name }) => name === 'mail-sender')
  while (((await sender?.tick(new AbortController().signal)) ?? 0) > 0);
}
