import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Snowflake } from '@guildhall/protocol'
import type { FileStore } from '../../../../kernel/files.ts'
import { SYSTEM_ACTOR, type Units } from '../../../../kernel/units.ts'
import { listFilesOf } from '../content-store.ts'
import { accountFacts, channelFacts, guildNames } from './facts.ts'
import { collectMessages, type MessageFiles } from './messages.ts'

/** Files that one statement lists. */
const FILES_PAGE = 500

interface PackageParts {
  readonly units: Units
  readonly files: FileStore
  /** Folder for files in between. */
  readonly folder: string
  /** Path of the package. */
  readonly path: string
  readonly userId: Snowflake
  /** Whether the process ends. */
  readonly isOver: () => boolean
}

const README = `This is everything that you wrote and uploaded on this platform.

account/user.json               your profile, addresses, sessions, devices, second factors, connections, settings, relationships
servers/index.json              the guilds that you are in
messages/index.json             the channels that you wrote in
messages/c{id}/channel.json     a channel
messages/c{id}/messages.json    your messages there
files/                          your files, at the paths of their addresses
`

/**
 * Writes the package of a person's data. Messages pass through files, one for each channel, so that memory does not
 * depend on their number.
 *
 * @returns the number of messages; null if the process ends meanwhile
 */
export async function writePackage({ units, files, ...parts }: PackageParts): Promise<number | null> {
  const { folder, path, userId, isOver } = parts
  const { ZipFile } = await import('yazl')
  const collected = await collectMessages({ units, folder, userId, isOver })
  if (collected === null) return null
  const zip = new ZipFile()
  const written = pipeline(zip.outputStream, createWriteStream(path, { mode: 0o600 }))
  const failed = once(zip, 'error').then(([error]) => Promise.reject(error))
  const json = (name: string, value: object) => zip.addBuffer(Buffer.from(`${JSON.stringify(value, null, 2)}\n`), name)
  zip.addBuffer(Buffer.from(README), 'README.txt')
  json('account/user.json', await units.read(SYSTEM_ACTOR, (work) => accountFacts(work, userId)))
  json('servers/index.json', await units.read(SYSTEM_ACTOR, (work) => guildNames(work, userId)))
  json('messages/index.json', await addMessages(units, zip, userId, collected))
  await addFiles(units, files, zip, userId)
  zip.end()
  await Promise.race([written, failed])
  return collected.messages
}

/** A zip, as far as it is used here. */
interface Zip {
  addBuffer(content: Buffer, name: string): void
  addFile(path: string, name: string): void
  addReadStreamLazy(
    name: string,
    options: object,
    open: (done: (error: unknown, stream: NodeJS.ReadableStream) => void) => void,
  ): void
}

/** Adds the channels with the person's messages. Returns their names. */
async function addMessages(
  units: Units,
  zip: Zip,
  userId: Snowflake,
  { channels, pathOf }: MessageFiles,
): Promise<Record<string, string>> {
  const names: Record<string, string> = {}
  for (const id of channels) {
    const { name, facts } = await units.read(SYSTEM_ACTOR, (work) => channelFacts(work, id, userId))
    names[id.toString()] = name
    zip.addBuffer(Buffer.from(`${JSON.stringify(facts)}\n`), `messages/c${id}/channel.json`)
    zip.addFile(pathOf(id), `messages/c${id}/messages.json`)
  }
  return names
}

/** Adds the files that the person uploaded, each opened when its turn comes. */
async function addFiles(units: Units, files: FileStore, zip: Zip, userId: Snowflake): Promise<void> {
  for (let after = ''; ; ) {
    const from = after
    const keys = await units.read(SYSTEM_ACTOR, (work) => listFilesOf(work, userId, { after: from, limit: FILES_PAGE }))
    for (const key of keys) {
      const file = await files.open(key)
      if (file) zip.addReadStreamLazy(`files/${key}`, { compress: false }, (done) => done(null, file.read()))
    }
    const last = keys.at(-1)
    if (last === undefined) return
    after = last
  }
}
