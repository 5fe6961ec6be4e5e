import { EXIT } from './exit-codes.js'

/** An error of this program, with the exit code that it causes. */
export class Failure extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly exitCode: number,
  ) {
    super(message)
  }
}

/** Arguments that no command accepts. */
export const usage = (message: string): Failure => new Failure('usage', message, EXIT.usage)

/** A profile, a variable or an installation that cannot be used. */
export const configuration = (code: string, message: string): Failure =>
  new Failure(code, message, EXIT.configuration)
