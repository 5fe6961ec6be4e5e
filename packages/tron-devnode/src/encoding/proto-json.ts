/** JSON as java-tron prints a protobuf message. */

const hexFields =
  /^(owner_address|to_address|asset_name|contract_address|origin_address|receiver_address|data|bytecode|ref_block_bytes|ref_block_hash)$/
/** Messages that are printed even when they are empty. */
const keptEmpty = ['value', 'abi']

/** Leaves out fields with their default value and writes bytes in lower case. Lists keep their order. */
export function withoutDefaults(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDefaults)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value)
    .map(([name, field]): [string, unknown] => [name, named(name, field)])
    .filter(([name, field]) => !isDefault(field) || keptEmpty.includes(name))
  return Object.fromEntries(kept)
}

function named(name: string, field: unknown): unknown {
  if (typeof field !== 'string') return withoutDefaults(field)
  if (hexFields.test(name)) return field.toLowerCase()
  // Enumerations of an ABI are printed with a capital.
  return name === 'stateMutability' || /^(function|constructor|event|fallback|receive|error)$/.test(field)
    ? field.charAt(0).toUpperCase() + field.slice(1)
    : field
}

function isDefault(field: unknown): boolean {
  if (Array.isArray(field)) return field.length === 0
  if (typeof field === 'object' && field !== null) return Object.keys(field).length === 0
  return (
    field === '' || field === 0 || field === 0n || field === false || field === null || field === undefined
  )
}
