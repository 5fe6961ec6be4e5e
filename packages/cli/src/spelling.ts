import type { Context } from './context.js'
import type { Process } from './process.js'

/** The words before the name of a command, as this user types them: npx leaves no `merchantpay` behind. */
export const programName = (env: Process['env']): string =>
  env.npm_command === 'exec' ? 'npx @merchantpay/cli' : 'merchantpay'

/** Spells the commands that a message names as this user can type them. */
export function spelled({ env, commands }: Pick<Context, 'env' | 'commands'>, text: string): string {
  const words = new Set(commands.map(({ name }) => name.split(' ')[0]))
  return text.replace(
    new RegExp(`\\bmerchantpay (?=(?:${[...words].join('|')})\\b)`, 'g'),
    `${programName(env)} `,
  )
}
