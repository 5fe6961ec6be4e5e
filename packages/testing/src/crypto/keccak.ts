const MASK = (1n << 64n) - 1n
const RATE_BYTES = 136
const ROUNDS = 24

/** Keccak-256 of Ethereum. Its padding differs from that of SHA-3. */
export function keccak256(data: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(Math.ceil((data.length + 1) / RATE_BYTES) * RATE_BYTES)
  padded.set(data)
  padded[data.length] = 0x01
  padded[padded.length - 1] = (padded.at(-1) ?? 0) | 0x80
  let lanes: bigint[] = Array.from({ length: 25 }, () => 0n)
  for (let start = 0; start < padded.length; start += RATE_BYTES) {
    const block = new DataView(padded.buffer, start, RATE_BYTES)
    lanes = permute(lanes.map((lane, at) => (at < 17 ? lane ^ block.getBigUint64(at * 8, true) : lane)))
  }
  const hash = new DataView(new ArrayBuffer(32))
  for (let at = 0; at < 4; at += 1) hash.setBigUint64(at * 8, lanes[at] ?? 0n, true)
  return new Uint8Array(hash.buffer)
}

function permute(lanes: readonly bigint[]): bigint[] {
  let state = lanes
  let shift = 1
  for (let round = 0; round < ROUNDS; round += 1) {
    const mixed = chi(rhoPi(theta(state)))
    let constant = 0n
    for (let bit = 0; bit < 7; bit += 1) {
      if (shift & 1) constant |= 1n << ((1n << BigInt(bit)) - 1n)
      shift = (shift << 1) ^ (shift & 0x80 ? 0x171 : 0)
    }
    state = mixed.map((lane, at) => (at === 0 ? lane ^ constant : lane))
  }
  return [...state]
}

const at = (lanes: readonly bigint[], x: number, y: number): bigint => lanes[(x % 5) + 5 * (y % 5)] ?? 0n
const rotate = (lane: bigint, by: bigint): bigint => ((lane << by) | (lane >> (64n - by))) & MASK

function theta(lanes: readonly bigint[]): bigint[] {
  const columns = [0, 1, 2, 3, 4].map((x) => [0, 1, 2, 3, 4].reduce((sum, y) => sum ^ at(lanes, x, y), 0n))
  return lanes.map((lane, index) => {
    const x = index % 5
    return lane ^ at(columns, x + 4, 0) ^ rotate(at(columns, x + 1, 0), 1n)
  })
}

function rhoPi(lanes: readonly bigint[]): bigint[] {
  const moved = [...lanes]
  let [x, y] = [1, 0]
  for (let step = 0; step < 24; step += 1) {
    const by = BigInt((((step + 1) * (step + 2)) / 2) % 64)
    const target = [y, (2 * x + 3 * y) % 5] as const
    moved[target[0] + 5 * target[1]] = rotate(at(lanes, x, y), by)
    ;[x, y] = target
  }
  return moved
}

function chi(lanes: readonly bigint[]): bigint[] {
  return lanes.map((lane, index) => {
    const [x, y] = [index % 5, Math.floor(index / 5)]
    return lane ^ (~at(lanes, x + 1, y) & MASK & at(lanes, x + 2, y))
  })
}
