type Marks = readonly (readonly [mark: string, name: string])[]

/** The first mark that a browser has names it: most also carry the marks of those behind it. */
const BROWSERS: Marks = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
]
const SYSTEMS: Marks = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
]

/** Names a browser and its system by the header `User-Agent`, as `Firefox, Windows`; null where it names neither. */
export function deviceOf(userAgent = ''): string | null {
  const names = [BROWSERS, SYSTEMS].flatMap(
    (marks) => marks.find(([mark]) => userAgent.includes(mark))?.[1] ?? [],
  )
  return names.length > 0 ? names.join(', ') : null
}
