/** Whether a time is in a span of a query; a time that is null is in none. */
export function isWithin(
  at: number | null,
  { from, to }: { readonly from: string | undefined; readonly to: string | undefined },
): boolean {
  if (at === null) return from === undefined && to === undefined
  return (from === undefined || at >= Date.parse(from)) && (to === undefined || at < Date.parse(to))
}
