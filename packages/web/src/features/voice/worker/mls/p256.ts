import type { Bytes } from './codec.ts'

// WebCrypto cannot derive a public key in every browser: Safari refuses a private key without its public key, and
// Firefox imports one but does not export the point. MLS derives key pairs from secrets, so the point is computed here.

const P = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
const GX = 0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296n
const GY = 0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5n
const FIELD_BYTES = 32
/** Bits of the scalar that one addition covers. */
const WINDOW = 4
const ENTRIES = 1 << WINDOW
const WINDOWS = 256 / WINDOW

/** Point in Jacobian coordinates: x / z², y / z³. The neutral point has z = 0. */
type Point = readonly [x: bigint, y: bigint, z: bigint]

const NEUTRAL: Point = [1n, 1n, 0n]

const mod = (value: bigint): bigint => {
  const rest = value % P
  return rest < 0n ? rest + P : rest
}

function double([x, y, z]: Point): Point {
  if (z === 0n) return NEUTRAL
  const delta = (z * z) % P
  const gamma = (y * y) % P
  const beta = (x * gamma) % P
  const alpha = (3n * mod(x - delta) * (x + delta)) % P
  const x3 = mod(alpha * alpha - 8n * beta)
  const z3 = mod((y + z) * (y + z) - gamma - delta)
  return [x3, mod(alpha * (4n * beta - x3) - 8n * gamma * gamma), z3]
}

function add(one: Point, other: Point): Point {
  if (one[2] === 0n) return other
  if (other[2] === 0n) return one
  const [x1, y1, z1] = one
  const [x2, y2, z2] = other
  const [zz1, zz2] = [(z1 * z1) % P, (z2 * z2) % P]
  const [u1, u2] = [(x1 * zz2) % P, (x2 * zz1) % P]
  const [s1, s2] = [(((y1 * z2) % P) * zz2) % P, (((y2 * z1) % P) * zz1) % P]
  const [h, r] = [mod(u2 - u1), mod(s2 - s1)]
  if (h === 0n) return r === 0n ? double(one) : NEUTRAL
  const hh = (h * h) % P
  const hhh = (h * hh) % P
  const v = (u1 * hh) % P
  const x3 = mod(r * r - hhh - 2n * v)
  return [x3, mod(r * (v - x3) - s1 * hhh), (((h * z1) % P) * z2) % P]
}

/** Returns the inverse modulo P, by Fermat. */
function invert(value: bigint): bigint {
  let [result, base, exponent] = [1n, value, P - 2n]
  while (exponent > 0n) {
    if (exponent & 1n) result = (result * base) % P
    base = (base * base) % P
    exponent >>= 1n
  }
  return result
}

let multiples: Point[][] | undefined

/** Returns tables of the multiples of the base point: 0 to 15 times it, times 16 for each further window. */
function tables(): Point[][] {
  let base: Point = [GX, GY, 1n]
  return Array.from({ length: WINDOWS }, () => {
    const row: Point[] = [NEUTRAL]
    for (let entry = 1; entry < ENTRIES; entry++) row.push(add(row[entry - 1] ?? NEUTRAL, base))
    base = add(row[ENTRIES - 1] ?? NEUTRAL, base)
    return row
  })
}

function integerOf(bytes: Uint8Array): bigint {
  let value = 0n
  for (const byte of bytes) value = (value << 8n) | BigInt(byte)
  return value
}

function write(into: Bytes, at: number, value: bigint): void {
  let rest = value
  for (let index = FIELD_BYTES - 1; index >= 0; index--) {
    into[at + index] = Number(rest & 0xffn)
    rest >>= 8n
  }
}

/** Whether bytes are a private key: an integer from 1 to the order of the curve − 1. */
export function isScalar(bytes: Uint8Array): boolean {
  const value = integerOf(bytes)
  return value > 0n && value < ORDER
}

/** Returns the public key of a private key of P-256 as an uncompressed point of 65 bytes. */
export function publicPoint(scalar: Uint8Array): Bytes {
  multiples ??= tables()
  let rest = integerOf(scalar)
  let sum = NEUTRAL
  for (const row of multiples) {
    sum = add(sum, row[Number(rest & BigInt(ENTRIES - 1))] ?? NEUTRAL)
    rest >>= BigInt(WINDOW)
  }
  const inverse = invert(sum[2])
  const square = (inverse * inverse) % P
  const point = new Uint8Array(1 + 2 * FIELD_BYTES)
  point[0] = 4
  write(point, 1, (sum[0] * square) % P)
  write(point, 1 + FIELD_BYTES, (((sum[1] * square) % P) * inverse) % P)
  return point
}
