import { isDeepStrictEqual } from 'node:util'
import {
  ApiError,
  ApplicationFlag,
  CommandType,
  demand,
  EntryPointHandler,
  Faults,
  type FieldPath,
  type Snowflake,
} from '@guildhall/protocol'
import type { Caller } from '../../kernel/caller.ts'
import type { Application } from '../../kernel/model.ts'
import { HttpResponse } from '../../kernel/operation.ts'
import { Optional, SnowflakeId, Type } from '../../kernel/schema.ts'
import type { Work } from '../../kernel/work.ts'
import { holdApplication } from '../applications/index.ts'
import { findIntegration } from '../integrations/index.ts'
import type { Command } from './command.ts'
import { inLocale } from './locales.ts'
import { presentCommand } from './present.ts'
import { type CommandDraft, checkCommand, mayCreateToday, mayHold } from './rules.ts'
import * as store from './store.ts'

const DAY_MS = 86_400_000
/** More than all types together may have: refused before each is looked at. */
const LIST_MAX = 200

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
  /** How the application can be installed, and so its commands. */
  readonly integrationTypes: readonly number[]
  /** Whether the application has an activity, which an entry point can launch. */
  readonly embedded: boolean
}

/**
 * Only the application itself manages its commands; in a guild it must have been added to. Who changes them goes one by
 * one, so that two cannot make one name twice or a hundred-and-first.
 */
export async function scopeOf(
  work: Work,
  caller: Caller,
  params: { application_id: Snowflake; guild_id?: Snowflake },
): Promise<Scope> {
  const { application } = caller
  if (application?.id !== params.application_id) throw new ApiError('APPLICATION_ACTION_NOT_AUTHORIZED')
  const guildId = params.guild_id ?? store.GLOBAL
  if (guildId !== store.GLOBAL && !(await findIntegration(work, guildId, params.application_id)))
    throw new ApiError('MISSING_ACCESS')
  if (work.writing) await holdApplication(work, application.id)
  const integrationTypes = Object.keys(application.integration_types_config).map(Number)
  const embedded = (application.flags & ApplicationFlag.EMBEDDED) !== 0n
  return { applicationId: application.id, guildId, integrationTypes, embedded }
}

/** All commands of a scope: with every translation, or by default with those for the reader's locale alone. */
export async function listCommands(work: Work, scope: Scope, locale: string | null): Promise<unknown[]> {
  const commands = (await store.list(work, scope.applicationId, scope.guildId)).map(presentCommand)
  return locale === null ? commands : commands.map((command) => inLocale(command, locale))
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
export async function createCommand(work: Work, scope: Scope, body: unknown): Promise<HttpResponse> {
  const draft = checked(scope, body)
  const existing = await store.list(work, scope.applicationId, scope.guildId)
  const same = existing.find((command) => command.name === draft.name && command.type === draft.type)
  if (same) return new HttpResponse(200, presentCommand(await put(work, scope, draft, same)))
  const day = Math.floor(work.now / DAY_MS)
  demand(mayCreateToday(await store.createdOn(work, scope.applicationId, scope.guildId, day)))
  demand(mayHold(draft.type, existing.filter((command) => command.type === draft.type).length + 1))
  await store.countCreates(work, scope.applicationId, scope.guildId, day, 1)
  return new HttpResponse(201, presentCommand(await insert(work, scope, draft)))
}

async function insert(work: Work, scope: Scope, draft: CommandDraft): Promise<Command> {
  const id = work.nextId()
  const command = { ...draft, id, application_id: scope.applicationId, guild_id: scope.guildId, version: work.nextId() }
  await store.insert(work, command)
  return command
}

function checked(scope: Scope, body: unknown): CommandDraft {
  const faults = new Faults()
  const draft = draftIn(scope, body, faults, [])
  if (!draft) throw new ApiError('INVALID_FORM_BODY', { faults })
  return draft
}

/** Checks a command and settles what depends on its application and scope; null when faults were added. */
function draftIn(scope: Scope, body: unknown, faults: Faults, path: FieldPath): CommandDraft | null {
  const draft = checkCommand(body, faults, path)
  if (!draft) return null
  if (draft.handler !== null && !scope.embedded)
    faults.add([...path, 'handler'], 'BASE_TYPE_CHOICES', 'Only an application with an activity has a handler')
  if (draft.type === CommandType.PRIMARY_ENTRY_POINT && scope.embedded) draft.handler ??= EntryPointHandler.APP_HANDLER
  if (scope.guildId !== store.GLOBAL) {
    if (draft.type === CommandType.PRIMARY_ENTRY_POINT)
      faults.add([...path, 'type'], 'BASE_TYPE_CHOICES', 'An entry point command is for all places')
    return faults.any ? null : { ...draft, integration_types: null, contexts: null }
  }
  const types = draft.integration_types ?? [...scope.integrationTypes]
  if (!types.every((type) => scope.integrationTypes.includes(type)))
    faults.add([...path, 'integration_types'], 'BASE_TYPE_CHOICES', 'The application cannot be installed that way')
  return faults.any ? null : { ...draft, integration_types: types }
}

/** Changes what the body names; type stays. */
export async function editCommand(work: Work, scope: Scope, id: Snowflake, body: unknown): Promise<unknown> {
  const command = await getCommand(work, scope, id)
  const { type } = command
  const draft = checked(scope, { ...fieldsOf(command), ...(body as object), type })
  const scoped = await store.list(work, command.application_id, command.guild_id)
  const clash = scoped.some((other) => other.id !== command.id && other.name === draft.name && other.type === type)
  if (clash) throw new ApiError('COMMAND_NAME_TAKEN')
  return presentCommand(await put(work, scope, draft, command))
}

function fieldsOf({ id: _, application_id: __, guild_id: ___, version: ____, ...fields }: Command): CommandDraft {
  return fields
}

/** Replaces all commands of the scope; those that stay by name and type keep their id, and their version when unchanged. */
export async function replaceCommands(work: Work, scope: Scope, body: unknown): Promise<unknown[]> {
  const wanted = checkedList(scope, body)
  const existing = await store.list(work, scope.applicationId, scope.guildId)
  refuseLostEntryPoint(scope, existing, wanted)
  const known = new Map(existing.map((command) => [keyOf(command), command]))
  const fresh = wanted.filter((draft) => !known.has(keyOf(draft))).length
  if (fresh > 0) {
    const day = Math.floor(work.now / DAY_MS)
    demand(mayCreateToday((await store.createdOn(work, scope.applicationId, scope.guildId, day)) + fresh - 1))
    await store.countCreates(work, scope.applicationId, scope.guildId, day, fresh)
  }
  const kept = new Set(wanted.map(keyOf))
  await store.remove(
    work,
    existing.filter((command) => !kept.has(keyOf(command))).map((command) => command.id),
  )
  const result: Command[] = []
  for (const draft of wanted) result.push(await put(work, scope, draft, known.get(keyOf(draft))))
  return result.map((command) => presentCommand(command))
}

/** A deploy script that knows nothing of the activity must not take its entry point away. */
function refuseLostEntryPoint(scope: Scope, existing: readonly Command[], wanted: readonly CommandDraft[]): void {
  const isEntry = ({ type }: { type: number }) => type === CommandType.PRIMARY_ENTRY_POINT
  if (scope.embedded && existing.some(isEntry) && !wanted.some(isEntry)) throw new ApiError('ENTRY_POINT_REMOVED')
}

/** What a command is told apart by within its scope. */
function keyOf({ type, name }: { type: number; name: string }): string {
  return `${type} ${name}`
}

async function put(work: Work, scope: Scope, draft: CommandDraft, same: Command | undefined): Promise<Command> {
  if (!same) return insert(work, scope, draft)
  if (isDeepStrictEqual(fieldsOf(same), draft)) return same
  const changed = { ...same, ...draft, version: work.nextId() }
  await store.update(work, changed)
  return changed
}

/** Each is judged by itself, so that the faults of all are told; then what holds for the list. */
function checkedList(scope: Scope, body: unknown): CommandDraft[] {
  const faults = new Faults()
  if (!Array.isArray(body)) faults.add([], 'LIST_TYPE_CONVERT', 'Only iterables may be used in a ListType')
  const list: unknown[] = Array.isArray(body) ? body : []
  if (list.length > LIST_MAX) throw new ApiError('TOO_MANY_APPLICATION_COMMANDS')
  const seen = new Set<string>()
  const counts = new Map<number, number>()
  const drafts = list.flatMap((entry, index) => {
    const own = new Faults()
    const draft = draftIn(scope, entry, own, [index])
    if (draft && seen.has(keyOf(draft)))
      own.add([index, 'name'], 'APPLICATION_COMMANDS_DUPLICATE_NAME', 'Application command names must be unique')
    faults.merge(own)
    if (!draft) return []
    seen.add(keyOf(draft))
    counts.set(draft.type, (counts.get(draft.type) ?? 0) + 1)
    return [draft]
  })
  if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
  for (const [type, count] of counts) demand(mayHold(type, count))
  return drafts
}

/** The entry point that an application gets with its activity; the platform launches, so that nothing need be built for it. */
export async function insertDefaultEntryPoint(
  work: Work,
  { id: applicationId, integration_types_config }: Application,
): Promise<void> {
  await store.insert(work, {
    id: work.nextId(),
    application_id: applicationId,
    guild_id: store.GLOBAL,
    version: work.nextId(),
    type: CommandType.PRIMARY_ENTRY_POINT,
    name: 'launch',
    name_localizations: null,
    description: '',
    description_localizations: null,
    options: [],
    default_member_permissions: null,
    dm_permission: true,
    integration_types: Object.keys(integration_types_config).map(Number),
    contexts: null,
    nsfw: false,
    handler: EntryPointHandler.LAUNCH_ACTIVITY,
  })
}

/** A guild has removed an application: its commands there are gone, and the guild's rules for it. */
export async function integrationRemoved(
  work: Work,
  removed: { applicationId: Snowflake; guildId: Snowflake; before: Snowflake },
): Promise<void> {
  await store.removeOfGuild(work, removed)
}
