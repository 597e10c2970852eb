import { writeFile } from 'node:fs/promises'
import { readGuild } from './from-guild/guild-facts.ts'
import { GuildReadError, GuildReader } from './from-guild/guild-reader.ts'
import { worldOfGuild } from './from-guild/world-of-guild.ts'
import { VERSION } from './package-folder.ts'
import { checkWorld, readWorldFile, type World } from './world/index.ts'
import type { WorldOptions } from './world-command-line.ts'

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

async function fromGuild({ guildId, api, token, out, members }: FromGuild): Promise<void> {
  const reader = new GuildReader({ api: new URL(api), token, version: VERSION })
  const facts = await readGuild(reader, guildId, members)
  const { world, leftOut } = worldOfGuild(facts)
  checkWorld(world, out ?? 'world')
  const text = await textOf(world, { api, name: facts.guild.name, isJson: out?.endsWith('.json') === true })
  if (out === null) process.stdout.write(text)
  else await writeNew(out, text)
  const { name, roles, emojis = [] } = facts.guild
  process.stderr.write(`${name}: ${facts.channels.length} channels, ${roles.length} roles, ${emojis.length} emojis\n`)
  for (const what of leftOut) process.stderr.write(`not in the file: ${what}\n`)
}

async function textOf(world: World, { api, name, isJson }: { api: string; name: string; isJson: boolean }) {
  if (isJson) return `${JSON.stringify(world, null, 2)}\n`
  const { stringify } = await import('yaml')
  const title = `${name} at ${api}`.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
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
