import { ApiError, demand, Faults, type Snowflake } from '@guildhall/protocol'
import type { Caller } from '../../kernel/caller.ts'
import { Answer } from '../../kernel/operation.ts'
import { Optional, SnowflakeId, Type } from '../../kernel/schema.ts'
import type { Work } from '../../kernel/work.ts'
import { findIntegration } from '../members/index.ts'
import type { Command } from './command.ts'
import { presentCommand } from './present.ts'
import { type CommandDraft, checkCommand, mayCreateToday, mayHold } from './rules.ts'
import * as store from './store.ts'

const DAY_MS = 86_400_000

export const GlobalParams = Type.Object({ application_id: SnowflakeId })
export const GuildParams = Type.Object({ application_id: SnowflakeId, guild_id: SnowflakeId })
export const GlobalCommandParams = Type.Object({ application_id: SnowflakeId, command_id: SnowflakeId })
export const GuildCommandParams = Type.Object({
  application_id: SnowflakeId,
  guild_id: SnowflakeId,
  command_id: SnowflakeId,
})
export const ListQuery = Type.Object({ with_localizations: Optional(Type.Boolean()) })

/** Where commands live: an application's own, everywhere or in one guild. */
export interface Scope {
  readonly applicationId: Snowflake
  /** 0 for everywhere. */
  readonly guildId: Snowflake
}

/** Only the application itself manages its commands; in a guild it must have been added to. */
export async function scopeOf(
  work: Work,
  caller: Caller,
  params: { application_id: Snowflake; guild_id?: Snowflake },
): Promise<Scope> {
  if (caller.application?.id !== params.application_id) throw new ApiError('APPLICATION_ACTION_NOT_AUTHORIZED')
  const guildId = params.guild_id ?? store.GLOBAL
  if (guildId !== store.GLOBAL && !(await findIntegration(work, guildId, params.application_id)))
    throw new ApiError('MISSING_ACCESS')
  return { applicationId: params.application_id, guildId }
}

export async function listCommands(work: Work, scope: Scope, localizations: boolean): Promise<unknown[]> {
  return (await store.list(work, scope.applicationId, scope.guildId)).map((command) =>
    presentCommand(command, { localizations }),
  )
}

/** 10063 for an unknown command, or one of another scope. */
export async function getCommand(work: Work, scope: Scope, id: Snowflake): Promise<Command> {
  const command = await store.find(work, id)
  if (!command || command.application_id !== scope.applicationId || command.guild_id !== scope.guildId) {
    throw new ApiError('UNKNOWN_APPLICATION_COMMAND')
  }
  return command
}

/** Creates a command, or overwrites the one of the same name and type: 201 or 200. */
export async function createCommand(work: Work, scope: Scope, body: unknown): Promise<Answer> {
  const draft = checked(body)
  const existing = await store.list(work, scope.applicationId, scope.guildId)
  const same = existing.find((command) => command.name === draft.name && command.type === draft.type)
  if (same) {
    const command = { ...same, ...draft, version: work.nextId() }
    await store.update(work, command)
    return new Answer(200, presentCommand(command))
  }
  const day = Math.floor(work.now / DAY_MS)
  demand(mayCreateToday(await store.createdOn(work, scope.applicationId, scope.guildId, day)))
  demand(mayHold(draft.type, existing.filter((command) => command.type === draft.type).length + 1))
  await store.countCreates(work, scope.applicationId, scope.guildId, day, 1)
  return new Answer(201, presentCommand(await insert(work, scope, draft)))
}

async function insert(work: Work, scope: Scope, draft: CommandDraft): Promise<Command> {
  const id = work.nextId()
  const command = { ...draft, id, application_id: scope.applicationId, guild_id: scope.guildId, version: work.nextId() }
  await store.insert(work, command)
  return command
}

function checked(body: unknown): CommandDraft {
  const faults = new Faults()
  const draft = checkCommand(body, faults, [])
  if (!draft) throw new ApiError('INVALID_FORM_BODY', { faults })
  return draft
}

/** Changes what the body names; type stays. */
export async function editCommand(work: Work, command: Command, body: unknown): Promise<unknown> {
  const { type } = command
  const draft = checked({ ...fieldsOf(command), ...(body as object), type })
  const scoped = await store.list(work, command.application_id, command.guild_id)
  const clash = scoped.some((other) => other.id !== command.id && other.name === draft.name && other.type === type)
  if (clash) throw new ApiError('COMMAND_NAME_TAKEN')
  const changed = { ...command, ...draft, version: work.nextId() }
  await store.update(work, changed)
  return presentCommand(changed)
}

function fieldsOf({ id: _, application_id: __, guild_id: ___, version: ____, ...fields }: Command): CommandDraft {
  return fields
}

/** Replaces all commands of the scope; those that stay by name and type keep their id, and their version when unchanged. */
export async function replaceCommands(work: Work, scope: Scope, body: unknown): Promise<unknown[]> {
  const faults = new Faults()
  const list = Array.isArray(body) ? body : []
  if (!Array.isArray(body)) faults.add([], 'LIST_TYPE_CONVERT', 'Only iterables may be used in a ListType')
  const drafts = list.slice(0, 200).map((entry, index) => checkOne(entry, faults, index))
  if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
  const wanted = drafts.filter((draft) => draft !== null)
  const counts = new Map<number, number>()
  for (const { type } of wanted) counts.set(type, (counts.get(type) ?? 0) + 1)
  for (const [type, count] of counts) demand(mayHold(type, count))
  const existing = await store.list(work, scope.applicationId, scope.guildId)
  const known = (draft: CommandDraft) =>
    existing.find((command) => command.name === draft.name && command.type === draft.type)
  const fresh = wanted.filter((draft) => !known(draft)).length
  const day = Math.floor(work.now / DAY_MS)
  const created = await store.createdOn(work, scope.applicationId, scope.guildId, day)
  if (fresh > 0) {
    demand(mayCreateToday(created + fresh - 1))
    await store.countCreates(work, scope.applicationId, scope.guildId, day, fresh)
  }
  const kept = new Set(wanted.map((draft) => known(draft)?.id))
  await store.remove(
    work,
    existing.filter((command) => !kept.has(command.id)).map((command) => command.id),
  )
  const result: Command[] = []
  for (const draft of wanted) {
    const same = known(draft)
    if (!same) result.push(await insert(work, scope, draft))
    else if (JSON.stringify(fieldsOf(same)) === JSON.stringify(draft)) result.push(same)
    else {
      const changed = { ...same, ...draft, version: work.nextId() }
      await store.update(work, changed)
      result.push(changed)
    }
  }
  return result.map((command) => presentCommand(command))
}

/** Each with faults of its own, so that the second is judged though the first is bad. */
function checkOne(entry: unknown, faults: Faults, index: number): CommandDraft | null {
  const own = new Faults()
  const draft = checkCommand(entry, own, [index])
  if (own.any) faults.merge(own)
  return draft
}
