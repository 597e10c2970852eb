import { writeFile } from 'node:fs/promises'
import { VERSION } from '../../platform/package-folder.ts'
import { readWorldFile, WORLD_FILE_MAX_BYTES, type World } from '../../world/index.ts'
import { type GuildFacts, readGuild } from './guild-facts.ts'
import { GuildReadError, GuildReader } from './guild-reader.ts'
import { addPictures, detachPictures, writePictures } from './pictures.ts'
import { removeFaulty } from './remove-faulty.ts'
import { worldOfGuild } from './world-of-guild.ts'

/** Options of `guildhall world`. */
export type WorldOptions =
  | { action: 'check'; file: string }
  | {
      action: 'from-guild'
      guildId: string
      /** Address of the HTTP API without a version. */
      api: string
      token: string
      /** File to write; null for stdout. */
      out: string | null
      /** Members that are read at most. */
      members: number
      /** Archived threads of each channel that are read at most. */
      archivedThreads: number
      /** Messages of each channel and thread that are read at most. */
      messages: number
      /** CDN of the pictures, and the file that they are written beside; null for none. */
      images: { cdn: string; out: string } | null
    }

type FromGuild = Extract<WorldOptions, { action: 'from-guild' }>

/**
 * Checks a world file, or writes one.
 *
 * @throws WorldError for a file with a fault, GuildReadError for a guild that cannot be read
 */
export async function runWorld(options: WorldOptions): Promise<void> {
  if (options.action === 'from-guild') return fromGuild(options)
  const { users, applications, guilds } = await readWorldFile(options.file)
  const [people, apps, places] = [users, applications, guilds].map((entries) => Object.keys(entries).length)
  process.stdout.write(`${options.file} is valid: ${people} users, ${apps} applications, ${places} guilds\n`)
}

async function fromGuild({ guildId, api, token, out, images, ...limits }: FromGuild): Promise<void> {
  const reader = new GuildReader({ api: new URL(api), token, version: VERSION })
  const facts = await readGuild(reader, guildId, limits)
  const { world, leftOut } = worldOfGuild(facts)
  const [guild] = Object.values(world.guilds)
  if (guild && images !== null) leftOut.push(...(await addPictures(guild, facts, { cdn: images.cdn })))
  leftOut.push(...removeFaulty(world))
  const pictures = guild && images !== null ? detachPictures(guild, images.out) : null
  const text = await textOf(world, { api, name: facts.guild.name, isJson: out?.endsWith('.json') === true })
  if (Buffer.byteLength(text) > WORLD_FILE_MAX_BYTES)
    throw new GuildReadError(`The file would be larger than ${WORLD_FILE_MAX_BYTES} bytes: read fewer --messages.`)
  if (pictures) await writePictures(pictures)
  if (out === null) process.stdout.write(text)
  else await writeNew(out, text)
  process.stderr.write(`${summaryOf(facts)}\n`)
  for (const what of leftOut) process.stderr.write(`not in the file: ${plain(what)}\n`)
}

/** Returns the counts of what was read. */
function summaryOf({ guild, channels, threads, messages, stickers, rules, events }: GuildFacts): string {
  const counts = {
    ...{ channels: channels.length, roles: guild.roles.length, emojis: guild.emojis?.length ?? 0 },
    ...{ threads: threads.length, messages: [...messages.values()].flat().length, stickers: stickers.length },
    ...{ 'auto moderation rules': rules.length, 'scheduled events': events.length },
  }
  const parts = Object.entries(counts).map(([what, count]) => `${count} ${what}`)
  return `${plain(guild.name)}: ${parts.join(', ')}`
}

/** Returns a text of the server without characters that control a terminal. */
function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
}

async function textOf(world: World, { api, name, isJson }: { api: string; name: string; isJson: boolean }) {
  if (isJson) return `${JSON.stringify(world, null, 2)}\n`
  const { stringify } = await import('yaml')
  const title = plain(`${name} at ${api}`)
  return `# ${title}\n${stringify(world, { lineWidth: 0 })}`
}

async function writeNew(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text, { flag: 'wx' })
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    const reason = code === 'EEXIST' ? 'exists already; choose another name' : `cannot be written: ${message}`
    throw new GuildReadError(`${file} ${reason}.`, { cause })
  }
}
