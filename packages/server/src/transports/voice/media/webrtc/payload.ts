/** Returns the payload of a browser's packet without padding; undefined if nothing is left or it does not fit. */
export function mediaOfBrowser(header: Buffer, payload: Buffer): Buffer | undefined {
  const padded = (header.readUInt8(0) & 0x20) !== 0
  const padding = padded ? (payload[payload.length - 1] ?? 0) : 0
  if (padded && padding === 0) return undefined
  return padding < payload.length ? payload.subarray(0, payload.length - padding) : undefined
}
