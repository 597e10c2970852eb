const FIXED_BYTES = 12
const ONE_BYTE = 0xbede
const TWO_BYTES = 0x100

/** Returns the text of an element of a packet's header extension (RFC 8285); undefined if it has none. */
export function extensionText(header: Buffer, id: number): string | undefined {
  const first = header.readUInt8(0)
  if ((first & 0x10) === 0) return undefined
  const start = FIXED_BYTES + 4 * (first & 0x0f)
  const profile = header.readUInt16BE(start)
  const end = start + 4 + 4 * header.readUInt16BE(start + 2)
  const long = profile >> 4 === TWO_BYTES
  if (profile !== ONE_BYTE && !long) return undefined
  let at = start + 4
  while (at < end) {
    const byte = header.readUInt8(at)
    // A byte of padding.
    if (byte === 0) {
      at += 1
      continue
    }
    if (long && at + 1 >= end) return undefined
    const found = long ? byte : byte >> 4
    const size = long ? header.readUInt8(at + 1) : (byte & 0x0f) + 1
    at += long ? 2 : 1
    if (!long && found === 15) return undefined
    if (found === id) return at + size <= end ? header.toString('latin1', at, at + size) : undefined
    at += size
  }
  return undefined
}
