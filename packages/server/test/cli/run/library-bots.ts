/**
 * Bots of other libraries, written for the public platform: each registers a command, and responds to it. A response to
 * an interaction from before a restart can come too late and is refused; the bots write the error and go on.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { api, type Frame } from '@guildhall/testing'

/** Folder of the bots. */
export const BOTS = fileURLToPath(new URL('bots/', import.meta.url))
const PROBE_MS = 60_000

export interface LibraryBot {
  /** Key and name of its application. */
  readonly name: string
  /** The client library that it is written with. */
  readonly client: string
  readonly command: readonly [string, ...string[]]
  /** Why it cannot run on this machine; false where it can. */
  readonly missing: string | false
}

/** Returns the program of the first command that succeeds, or undefined. */
export const found = (...commands: [string, ...string[]][]) =>
  commands.find(([program, ...args]) => spawnSync(program, args, { timeout: PROBE_MS }).status === 0)?.[0]

export const skipWithout = (program: string | undefined, what: string) => program === undefined && `${what} is missing`

const ofNode = (name: string, client = name): LibraryBot => {
  return { name, client, command: [process.execPath, `${BOTS}${name}.mjs`], missing: false }
}
const python = found(['python3', '-c', 'import discord'], ['/usr/bin/python3', '-c', 'import discord'])

export const LIBRARY_BOTS: readonly LibraryBot[] = [
  ofNode('discordjs', 'discord.js'),
  ofNode('core'),
  ofNode('eris'),
  ofNode('oceanic'),
  ofNode('discordeno'),
  {
    name: 'py',
    client: 'discord.py',
    command: [python ?? '', `${BOTS}discord-py.py`],
    missing: skipWithout(python, 'discord.py'),
  },
]

const names = LIBRARY_BOTS.map(({ name }) => name)

/** A guild with Ann and all bots. */
export const libraryWorld = {
  users: { ann: {} },
  applications: Object.fromEntries(names.map((name) => [name, { name, owner: 'ann', bot: {} }])),
  guilds: {
    lab: {
      owner: 'ann',
      bots: Object.fromEntries(names.map((name) => [name, { permissions: '8' }])),
      channels: { general: {} },
    },
  },
}

/** Resolves when a bot has registered its command. */
export async function ready(bot: ChildProcess): Promise<void> {
  for await (const line of createInterface({ input: bot.stdout ?? assert.fail() })) if (line === 'ready') return
}

/** Ids and tokens of a world with `libraryWorld`'s names. */
interface LibraryWorld {
  readonly users: Readonly<Record<string, { token: string }>>
  readonly applications: Readonly<Record<string, { id: string; bot?: { token: string } | null }>>
  readonly guilds: Readonly<Record<string, { id: string; channels: Readonly<Record<string, { id: string }>> }>>
}

/** Uses the command of a bot as Ann. */
export async function useCommand(address: string, world: LibraryWorld, { name }: LibraryBot, nonce: string) {
  const { id, bot } = world.applications[name] ?? assert.fail()
  const commands = await api(address, `Bot ${bot?.token}`).get<{ id: string; name: string }[]>(
    `/applications/${id}/commands`,
  )
  const [command] = commands.body
  const guild = world.guilds.lab ?? assert.fail()
  const used = await api(address, world.users.ann?.token).post('/interactions', {
    ...{ type: 2, application_id: id, guild_id: guild.id, channel_id: guild.channels.general?.id, nonce },
    data: { id: command?.id, name: command?.name },
  })
  assert.equal(used.status, 204)
}

/** Returns whether a frame is the response of a bot to its command. */
export const isResponseOf =
  ({ client }: LibraryBot) =>
  (frame: Frame): boolean =>
    frame.t === 'MESSAGE_CREATE' && frame.d?.content === `pong of ${client}`
