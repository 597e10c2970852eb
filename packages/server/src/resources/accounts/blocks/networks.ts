/** Whether an address, as limits count it, is in a network such as `203.0.113.0/24` or `2001:db8::/32`. */
export function isInNetwork(address: string, network: string): boolean {
  const [base = '', bits] = network.split('/')
  const [one, other] = [bytesOf(address.replace(/\/64$/, '')), bytesOf(base)]
  if (!one || !other || one.length !== other.length) return false
  const length = bits === undefined ? other.length * 8 : Number(bits)
  // An IPv6 address is known by its first 64 bits.
  const compared = Math.min(length, one.length === 16 ? 64 : 32)
  for (let bit = 0; bit < compared; bit += 1) {
    const mask = 128 >> (bit & 7)
    if (((one[bit >> 3] ?? 0) & mask) !== ((other[bit >> 3] ?? 0) & mask)) return false
  }
  return true
}

/** Returns the bytes of an IP address; null for another text. */
function bytesOf(address: string): number[] | null {
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(address)) {
    const bytes = address.split('.').map(Number)
    return bytes.every((byte) => byte <= 255) ? bytes : null
  }
  if (!/^[0-9a-f:]+$/i.test(address) || !address.includes(':')) return null
  const [head = '', tail, more] = address.split('::')
  if (more !== undefined) return null
  const groups = (text: string | undefined) => (text ? text.split(':') : [])
  const [front, back] = [groups(head), groups(tail)]
  const gap = 8 - front.length - back.length
  if (tail === undefined ? gap !== 0 : gap < 1) return null
  const all = [...front, ...Array<string>(tail === undefined ? 0 : gap).fill('0'), ...back]
  if (all.some((group) => !/^[0-9a-f]{1,4}$/i.test(group))) return null
  return all.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
}

/** Whether a text names a network or an address. */
export function isNetwork(text: string): boolean {
  const [base = '', bits, more] = text.split('/')
  const bytes = bytesOf(base)
  if (!bytes || more !== undefined) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= bytes.length * 8)
}
