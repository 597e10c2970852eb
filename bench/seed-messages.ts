/** Writes a guild with very many messages straight into a store that no process has open. */
import { DatabaseSync } from 'node:sqlite'

const EPOCH_MS = 1420070400000n
/** Days before now over which the seeded messages are spread. */
const DAYS = 90n
const WORDS = 50_000
const WORDS_EACH = 12
const AUTHORS = 5_000
const FIRST_AUTHOR = 2_000_000_000_000n
const PHOTO = { filename: 'photo.png', content_type: 'image/png', size: 1, url: 'x', proxy_url: 'x' }

/** Returns the n-th most frequent word: a few occur in every other text, most in hardly any. */
export const wordOf = (rank: number): string => `w${(rank * 2_654_435_761).toString(36)}`
export const authorOf = (n: number): bigint => FIRST_AUTHOR + BigInt(n)

/** Draws by Zipf's law, as words and people do: a few come often, most hardly ever. */
function zipf(count: number, random: () => number): number {
  return Math.floor(count ** random()) - 1
}

/** Returns the same numbers in every run, so that two runs search the same texts. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Spreads messages over the channels of a store's only guild. */
export function seedMessages(path: string, count: number): void {
  const database = new DatabaseSync(path)
  const select = database.prepare('SELECT id, guild_id FROM channels WHERE type = 0 ORDER BY id')
  select.setReadBigInts(true)
  const channels = select.all() as { id: bigint; guild_id: bigint }[]
  const insert = database.prepare(
    `INSERT INTO messages (id, channel_id, guild_id, author_id, webhook_id, type, flags, content, edited_at, pinned_at, data)
     VALUES (?, ?, ?, ?, NULL, 0, 0, ?, NULL, NULL, ?)`,
  )
  const random = numbers(7)
  const start = (BigInt(Date.now()) - EPOCH_MS - DAYS * 86_400_000n) << 22n
  const step = ((DAYS * 86_400_000n) << 22n) / BigInt(count)
  database.exec('BEGIN')
  for (let n = 0; n < count; n += 1) {
    const channel = channels[Math.floor(random() * channels.length)]
    if (!channel) throw new Error('the guild has no channel')
    const words = Array.from({ length: WORDS_EACH }, () => wordOf(zipf(WORDS, random)))
    const data = {
      ...(random() < 0.05 ? { attachments: [{ id: String(n), ...PHOTO }] } : {}),
      ...(random() < 0.05 ? { mentions: [{ $n: authorOf(zipf(AUTHORS, random)).toString() }] } : {}),
    }
    const id = start + BigInt(n) * step
    const author = authorOf(zipf(AUTHORS, random))
    insert.run(id, channel.id, channel.guild_id, author, words.join(' '), JSON.stringify(data))
  }
  database.exec('COMMIT')
  database.close()
}
