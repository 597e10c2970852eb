/** Encodings of precompressed files, the smallest first. */
const ENCODINGS = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const

export type PrecompressedEncoding = (typeof ENCODINGS)[number]

/** Returns the precompressed encodings that an `Accept-Encoding` admits, the smallest first. */
export function acceptedEncodings(header: string | undefined): PrecompressedEncoding[] {
  const weights = new Map<string, number>()
  for (const entry of (header ?? '').split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)))
  }
  return ENCODINGS.filter(({ name }) => (weights.get(name) ?? weights.get('*') ?? 0) > 0)
}
