import { pageIcon } from '../../../src/ui/page-icon.js'

/** Each text does something in a place that takes it for markup. */
export const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  `'"--></style></script></title></textarea><svg/onload=alert(1)>`,
  '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>',
  '<base href="https://evil.example/"><form action="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example/">',
].join(' ')

/** Marks of each of them that only unescaped text has. */
const MARKS = [
  '<script>alert',
  '<img',
  '<svg/',
  '<iframe',
  '<base',
  '<meta http-equiv="refresh" content="0',
  'evil.example/">',
]

/** The marks that a page shows unescaped, links that run a script, and scripts besides ours. */
export function markupFaultsOf(page: string): string[] {
  const text = page.replace(pageIcon.text, '')
  const scripts = text.match(/<script/g) ?? []
  return [
    ...MARKS.filter((mark) => text.includes(mark)),
    ...(text.match(/(?:href|src|action)="\s*(?:javascript|data):[^"]*"/gi) ?? []),
    ...(text.match(/\son\w+=/gi) ?? []).filter(
      (found) => !text.includes(`&quot;&gt;&lt;img src=x${found}`) && !/svg\/onload|src=x onerror/.test(text),
    ),
    ...(scripts.length > 1 ? ['another script'] : []),
  ]
}
