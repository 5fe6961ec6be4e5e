/** Everything that a command gets from its process. */
export interface Process {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** Like `v22.1.0`. */
  readonly nodeVersion: string
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean }
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean }
  /** Aborted when the command shall end. */
  readonly signal: AbortSignal
}
