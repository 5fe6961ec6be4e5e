/** The results of all comparisons of a life. */
export class Findings {
  /** One line for each difference. */
  readonly violations: string[] = []
  /** Comparisons that were made. */
  checks = 0

  /** Compares one fact of the service with that of the world. */
  expect(about: string, is: unknown, expected: unknown): void {
    this.checks += 1
    if (`${is}` !== `${expected}`) this.violations.push(`${about}: ${is}, not ${expected}`)
  }

  /** Notes a check that was made elsewhere, with its violations. */
  note(violations: readonly string[]): void {
    this.checks += 1
    this.violations.push(...violations)
  }
}
