import { readFile, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, extname } from 'node:path'
import { FaultyInputError } from '../kernel/user-error.ts'
import { checkShape, type ShapeNode } from './check-shape.ts'
import { FaultList, type WorldFault } from './faults.ts'
import { type World, WorldFile, type WorldGuild } from './world.ts'
import { inlinePictures } from './world-pictures.ts'
import { checkReferences } from './world-references.ts'

const SHAPE: ShapeNode = WorldFile as object
/** Limit of the size of a world file. */
export const WORLD_FILE_MAX_BYTES = 32 * 1024 * 1024

/** All faults of a world file; the message is for the person at the terminal. */
export class WorldError extends FaultyInputError {
  override readonly name = 'WorldError'
  readonly faults: readonly WorldFault[]

  constructor(filename: string, faults: readonly WorldFault[], options?: ErrorOptions) {
    const lines = faults.map(({ path, message }) => (path === '' ? `  ${message}` : `  ${path}: ${message}`))
    super(`The world file ${filename} cannot be used, and nothing was written:\n${lines.join('\n')}`, options)
    this.faults = faults
  }
}

/**
 * Reads and checks a world file: JSON, or YAML by its extension.
 * @throws WorldError also when the file cannot be read
 */
export async function readWorldFile(file: string): Promise<World> {
  let content: string
  try {
    const { size } = await stat(file)
    if (size > WORLD_FILE_MAX_BYTES)
      throw new Error(`it has ${size} bytes; at most ${WORLD_FILE_MAX_BYTES} are allowed`)
    content = await readFile(file, 'utf8')
  } catch (cause) {
    const reason =
      (cause as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : (cause as Error).message
    throw new WorldError(file, [{ path: '', message: reason }], { cause })
  }
  const value = parsed(content, file)
  const faults = new FaultList()
  await inlinePictures(value, file, faults)
  return checked(value, basename(file), faults)
}

/**
 * Returns the world from the text of its file; `filename` decides between JSON and YAML.
 * @throws WorldError with every fault and its position
 */
export function parseWorld(content: string, filename: string): World {
  return checkWorld(parsed(content, filename), basename(filename))
}

function parsed(content: string, filename: string): unknown {
  const yaml = ['.yaml', '.yml'].includes(extname(filename).toLowerCase())
  const source = content.startsWith('\ufeff') ? content.slice(1) : content
  return yaml ? parseYaml(source, filename) : parseJson(source, filename)
}

/**
 * Returns the world of a value that a file, another program or a test made.
 * @throws WorldError with every fault and its position
 */
export function checkWorld(value: unknown, filename = 'world'): World {
  return checked(value, filename, new FaultList())
}

function checked(value: unknown, filename: string, faults: FaultList): World {
  // The check returns what the schema describes.
  const file = (checkShape(SHAPE, value, '', faults) ?? {}) as Partial<World>
  const { users = {}, applications = {}, guilds = {} } = file
  for (const guild of Object.values(guilds)) expandEmojis(guild)
  const world = { users, applications, guilds }
  checkReferences(world, faults)
  if (faults.faults.length > 0) throw new WorldError(filename, faults.faults)
  return world
}

/** Turns a list of emoji names into entries. */
function expandEmojis(guild: WorldGuild): void {
  const { emojis } = guild
  if (Array.isArray(emojis)) guild.emojis = Object.fromEntries(emojis.map((name: string) => [name, {}]))
}

function parseJson(content: string, filename: string): unknown {
  try {
    return JSON.parse(content)
  } catch (cause) {
    const { message } = cause as SyntaxError
    throw new WorldError(filename, [{ path: '', message: `not JSON: ${message}${lineOf(message, content)}` }], {
      cause,
    })
  }
}

/** Node names the line for most faults; for the others it is counted here. */
function lineOf(message: string, content: string): string {
  if (/line \d+/.test(message)) return ''
  const position = /position (\d+)/.exec(message)?.[1]
  const before = position === undefined ? content : content.slice(0, Number(position))
  return ` (line ${before.split('\n').length})`
}

const require = createRequire(import.meta.url)
type Yaml = typeof import('yaml')

/** The YAML library is loaded by the first YAML file: most starts need none. */
function parseYaml(content: string, filename: string): unknown {
  const yaml = require('yaml') as Yaml
  // The parser compares each key with all others: 60,000 keys would take 20 s.
  const document = yaml.parseDocument(content, { merge: true, prettyErrors: true, uniqueKeys: false })
  const repeated = repeatedKey(yaml, document, content)
  if (repeated !== null) throw new WorldError(filename, [{ path: '', message: repeated }])
  if (document.errors.length > 0) {
    const faults = document.errors.map((error) => {
      const line = error.linePos?.[0].line ?? 1
      return { path: '', message: `line ${line}: ${(error.message.split('\n')[0] ?? '').replace(/ at line .*$/, '')}` }
    })
    throw new WorldError(filename, faults)
  }
  try {
    return document.toJS({ maxAliasCount: 100 })
  } catch (cause) {
    throw new WorldError(filename, [{ path: '', message: (cause as Error).message }], { cause })
  }
}

/** Returns the message about the first key that a mapping has twice; null without one. */
function repeatedKey(
  { isScalar, visit }: Yaml,
  document: ReturnType<Yaml['parseDocument']>,
  content: string,
): string | null {
  let message: string | null = null
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<unknown>()
      for (const { key } of items) {
        if (!isScalar(key) || key.value === '<<') continue
        if (seen.has(key.value)) {
          const line = content.slice(0, key.range?.[0] ?? 0).split('\n').length
          message = `line ${line}: Map keys must be unique`
          return visit.BREAK
        }
        seen.add(key.value)
      }
      return undefined
    },
  })
  return message
}
