/** Which small faults a place of a source can have. */
import ts from 'typescript'

/** A fault, and the expression that has it. */
export interface Fault {
  readonly name: string
  readonly text: string
}

const { SyntaxKind: Kind } = ts
const SWAPPED: Readonly<Partial<Record<ts.SyntaxKind, string>>> = {
  [Kind.LessThanToken]: '<=',
  [Kind.LessThanEqualsToken]: '<',
  [Kind.GreaterThanToken]: '>=',
  [Kind.GreaterThanEqualsToken]: '>',
  [Kind.EqualsEqualsEqualsToken]: '!==',
  [Kind.ExclamationEqualsEqualsToken]: '===',
  [Kind.AmpersandAmpersandToken]: '||',
  [Kind.BarBarToken]: '&&',
}
const ORDERED: ReadonlySet<ts.SyntaxKind> = new Set([
  Kind.LessThanToken,
  Kind.LessThanEqualsToken,
  Kind.GreaterThanToken,
  Kind.GreaterThanEqualsToken,
])
const CALLS: ReadonlyMap<string, string> = new Map([
  ['every', 'some'],
  ['some', 'every'],
])

/** The faults of an expression. */
export function faultsOf(node: ts.Node): Fault[] {
  if (ts.isBinaryExpression(node)) return binaryFaults(node)
  if (ts.isPrefixUnaryExpression(node) && node.operator === Kind.ExclamationToken) {
    return [{ name: `${short(node)} → without !`, text: node.operand.getText() }]
  }
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return []
  const { expression: target, name } = node.expression
  if (name.text === 'test') return [{ name: `${short(node)} → true`, text: 'true' }]
  const other = CALLS.get(name.text)
  if (other === undefined) return []
  return [
    {
      name: `${short(node)} → ${other}`,
      text: `${target.getText()}.${other}(${node.arguments.map((one) => one.getText()).join(', ')})`,
    },
  ]
}

function binaryFaults(node: ts.BinaryExpression): Fault[] {
  const { left, operatorToken, right } = node
  const swapped = SWAPPED[operatorToken.kind]
  if (swapped === undefined) return []
  const what = short(node)
  const [one, other] = [left.getText(), right.getText()]
  const faults = [{ name: `${what} → ${swapped}`, text: `${one} ${swapped} ${other}` }]
  // A limit that is off by one.
  if (ORDERED.has(operatorToken.kind) && isLimit(right))
    faults.push({ name: `${what} → + 1`, text: `${one} ${operatorToken.getText()} mutants.more(${other})` })
  return faults
}

const isLimit = (node: ts.Expression): boolean =>
  ts.isNumericLiteral(node) ||
  ts.isBigIntLiteral(node) ||
  (ts.isIdentifier(node) && /^[A-Z][A-Z\d_]+$/.test(node.text))

const short = (node: ts.Node): string => node.getText().replace(/\s+/g, ' ').slice(0, 80)
