/** A browser that a test drives by a standard protocol, one page at a time. */
export interface DrivenBrowser {
  /** With its version. */
  readonly name: string
  open(url: string): Promise<void>
  /** Returns the value of an expression, or of its promise, as JSON would keep it. */
  evaluate<Value>(expression: string): Promise<Value>
  /** Clicks on the first element that matches, as a person does. */
  click(selector: string): Promise<void>
  resize(width: number, height: number): Promise<void>
  /** The errors in the console since the last call. None where the protocol does not tell. */
  takeErrors(): readonly string[]
  /** A PNG of what the window shows. */
  screenshot(): Promise<Buffer>
  stop(): Promise<void>
}

/** The shell that watches a child starts it with SIGINT ignored, which these programs leave so. */
export const INTERRUPTIBLE = ['/usr/bin/env', '--default-signal=INT'] as const

/** A browser that the machine lacks. The message says in one line how to get it. */
export class BrowserMissing extends Error {}

/** An expression for `evaluate` whose value is a string of JSON. */
export const asJson = (expression: string): string =>
  `Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`
