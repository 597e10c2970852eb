/** Facts that make an exchange comparable between runs. */
export interface NormalNames {
  /** Returns the name of an id of the world. */
  nameOf(id: string): string | undefined
  /** Platform date that dates become relative to, in milliseconds. */
  readonly now: number
  /** Addresses of the platform, which differ from run to run, with what they become. */
  readonly addresses: readonly (readonly [address: string, name: string])[]
}

/** Fields whose value is random or a secret. */
const RANDOM = new Set(['session_id', 'nonce', 'token', 'hash', 'ephemeral_token', 'public_key', 's'])
const ID = /^\d{17,20}$/
const IDS = /\d{17,20}/g
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/
/** A time in a content, which clients show in the reader's words. */
const TIMESTAMP = /<t:(\d{1,12})(:[a-zA-Z])?>/g
const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/**
 * Returns a copy with names for ids, relative dates and no secrets. Ids that the world does not name are numbered in
 * the order of their appearance: `<id 1>`. Fields are sorted.
 */
export function normalised(exchange: unknown, names: NormalNames): unknown {
  const numbers = new Map<string, number>()
  const nameId = (id: string) => {
    const known = names.nameOf(id)
    if (known !== undefined) return `<${known}>`
    if (!numbers.has(id)) numbers.set(id, numbers.size + 1)
    return `<id ${numbers.get(id)}>`
  }
  const text = (value: string) => {
    if (ID.test(value)) return nameId(value)
    if (DATE.test(value)) return `<${relative(Date.parse(value) - names.now)}>`
    const dated = value.replaceAll(TIMESTAMP, (_whole, seconds: string, style: string | undefined) => {
      const distance = relative(Number(seconds) * 1_000 - names.now)
      return `<t:<${distance}>${style ?? ''}>`
    })
    const placed = names.addresses.reduce((known, [address, name]) => known.replaceAll(address, name), dated)
    return placed.replaceAll(IDS, nameId).replaceAll(/\?ex=[^"\s]*/g, '?<signature>')
  }
  const visit = (value: unknown, key = ''): unknown => {
    if (RANDOM.has(key) && value !== null && value !== undefined) return `<${key}>`
    if (typeof value === 'string') return text(value)
    if (Array.isArray(value)) return value.map((entry) => visit(entry))
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).filter(([, field]) => field !== undefined)
    entries.sort(([one], [other]) => (one < other ? -1 : 1))
    return Object.fromEntries(entries.map(([name, field]) => [text(name), visit(field, name)]))
  }
  return visit(exchange)
}

/** Returns a distance in time as words, to the minute, so that the speed of the machine does not matter. */
function relative(byMs: number): string {
  const minutes = Math.round(byMs / 60_000)
  if (minutes === 0) return 'now'
  const roundMs = Math.abs(minutes) * 60_000
  const [unit, unitMs] = UNITS.find(([, length]) => roundMs >= length) ?? UNITS[2]
  const count = Math.round((roundMs / unitMs) * 10) / 10
  const words = `${count} ${unit}${count === 1 ? '' : 's'}`
  return minutes > 0 ? `in ${words}` : `${words} ago`
}
