import { isDeepStrictEqual } from 'node:util'
import {
  ApiError,
  type ApplicationCommandObject,
  CommandType,
  demand,
  EntryPointHandler,
  Faults,
  type Snowflake,
} from '@guildhall/protocol'
import type { Application } from '../../../../kernel/model.ts'
import { HttpResponse } from '../../../../kernel/operation.ts'
import type { Work } from '../../../../kernel/work.ts'
import { type CommandDraft, GLOBAL, type StoredCommand } from '../model.ts'
import { presentCommand } from '../present.ts'
import { checkCommand, mayContain, mayCreateToday } from '../rules.ts'
import * as store from '../store.ts'
import { getCommand, type Scope } from './scope.ts'

const DAY_MS = 86_400_000
/** Longer lists are rejected before their entries are checked. All types together have a lower limit. */
const LIST_MAX = 200

/** Creates a command (201), or overwrites the one with the same name and type (200). */
export async function createCommand(
  work: Work,
  scope: Scope,
  body: unknown,
): Promise<HttpResponse<200 | 201, ApplicationCommandObject>> {
  const draft = checked(scope, body)
  const existing = await store.listCommands(work, scope.applicationId, scope.guildId)
  const same = existing.find((command) => command.name === draft.name && command.type === draft.type)
  if (same) return new HttpResponse(200, presentCommand(await put(work, scope, draft, same)))
  const day = Math.floor(work.now / DAY_MS)
  demand(mayCreateToday(await store.countCreates(work, scope.applicationId, scope.guildId, day)))
  demand(mayContain(draft.type, existing.filter((command) => command.type === draft.type).length + 1))
  await store.addCreates(work, scope.applicationId, scope.guildId, day, 1)
  return new HttpResponse(201, presentCommand(await insert(work, scope, draft)))
}

async function insert(work: Work, scope: Scope, draft: CommandDraft): Promise<StoredCommand> {
  const id = work.nextId()
  const command = { ...draft, id, application_id: scope.applicationId, guild_id: scope.guildId, version: work.nextId() }
  await store.insertCommand(work, command)
  return command
}

function checked(scope: Scope, body: unknown): CommandDraft {
  const faults = new Faults()
  const draft = draftIn(scope, body, faults)
  if (!draft) throw new ApiError('INVALID_FORM_BODY', { faults })
  return draft
}

/** Checks a command and sets the fields that depend on its application and scope. Returns null when it added faults. */
function draftIn(scope: Scope, body: unknown, faults: Faults): CommandDraft | null {
  const draft = checkCommand(body, faults)
  if (!draft) return null
  if (draft.handler !== null && !scope.embedded)
    faults.add(['handler'], 'BASE_TYPE_CHOICES', 'Only an application with an activity has a handler')
  if (draft.type === CommandType.PRIMARY_ENTRY_POINT && scope.embedded) draft.handler ??= EntryPointHandler.APP_HANDLER
  if (scope.guildId !== GLOBAL) {
    if (draft.type === CommandType.PRIMARY_ENTRY_POINT)
      faults.add(['type'], 'BASE_TYPE_CHOICES', 'An entry point command must be global')
    return faults.any ? null : { ...draft, integration_types: null, contexts: null }
  }
  const types = draft.integration_types ?? [...scope.integrationTypes]
  if (!types.every((type) => scope.integrationTypes.includes(type)))
    faults.add(['integration_types'], 'BASE_TYPE_CHOICES', 'The application does not support this installation type')
  return faults.any ? null : { ...draft, integration_types: types }
}

/** Changes the fields of a command that the body contains, except its type. */
export async function editCommand(
  work: Work,
  scope: Scope,
  id: Snowflake,
  body: unknown,
): Promise<ApplicationCommandObject> {
  const command = await getCommand(work, scope, id)
  const { type } = command
  const draft = checked(scope, { ...fieldsOf(command), ...(body as object), type })
  const scoped = await store.listCommands(work, command.application_id, command.guild_id)
  const clash = scoped.some((other) => other.id !== command.id && other.name === draft.name && other.type === type)
  if (clash) throw new ApiError('COMMAND_NAME_TAKEN')
  return presentCommand(await put(work, scope, draft, command))
}

function fieldsOf({ id: _, application_id: __, guild_id: ___, version: ____, ...fields }: StoredCommand): CommandDraft {
  return fields
}

/** Replaces a scope's commands. Commands with the same name and type keep their id, unchanged ones their version. */
export async function replaceCommands(work: Work, scope: Scope, body: unknown): Promise<ApplicationCommandObject[]> {
  const wanted = checkedList(scope, body)
  const existing = await store.listCommands(work, scope.applicationId, scope.guildId)
  demandEntryPoint(scope, existing, wanted)
  const known = new Map(existing.map((command) => [keyOf(command), command]))
  const fresh = wanted.filter((draft) => !known.has(keyOf(draft))).length
  if (fresh > 0) {
    const day = Math.floor(work.now / DAY_MS)
    demand(mayCreateToday((await store.countCreates(work, scope.applicationId, scope.guildId, day)) + fresh - 1))
    await store.addCreates(work, scope.applicationId, scope.guildId, day, fresh)
  }
  const kept = new Set(wanted.map(keyOf))
  await store.deleteCommands(
    work,
    existing.filter((command) => !kept.has(keyOf(command))).map((command) => command.id),
  )
  const result: StoredCommand[] = []
  for (const draft of wanted) result.push(await put(work, scope, draft, known.get(keyOf(draft))))
  return result.map((command) => presentCommand(command))
}

/** Rejects lists without the entry point: a deploy script that does not know the activity must not remove it. */
function demandEntryPoint(scope: Scope, existing: readonly StoredCommand[], wanted: readonly CommandDraft[]): void {
  const isEntry = ({ type }: { type: number }) => type === CommandType.PRIMARY_ENTRY_POINT
  if (scope.embedded && existing.some(isEntry) && !wanted.some(isEntry)) throw new ApiError('ENTRY_POINT_REMOVED')
}

/** Returns the key that is unique within a scope. */
function keyOf({ type, name }: { type: number; name: string }): string {
  return `${type} ${name}`
}

async function put(
  work: Work,
  scope: Scope,
  draft: CommandDraft,
  same: StoredCommand | undefined,
): Promise<StoredCommand> {
  if (!same) return insert(work, scope, draft)
  if (isDeepStrictEqual(fieldsOf(same), draft)) return same
  const changed = { ...same, ...draft, version: work.nextId() }
  await store.updateCommand(work, changed)
  return changed
}

/** Checks each command on its own, to report the faults of all, and then the limits of the list. */
function checkedList(scope: Scope, body: unknown): CommandDraft[] {
  const faults = new Faults()
  if (!Array.isArray(body)) faults.add([], 'LIST_TYPE_CONVERT', 'Only iterables may be used in a ListType')
  const list: unknown[] = Array.isArray(body) ? body : []
  if (list.length > LIST_MAX) throw new ApiError('TOO_MANY_APPLICATION_COMMANDS')
  const seen = new Set<string>()
  const counts = new Map<number, number>()
  const drafts = list.flatMap((entry, index) => {
    const own = new Faults()
    const draft = draftIn(scope, entry, own.at(index))
    if (draft && seen.has(keyOf(draft)))
      own.add([index, 'name'], 'APPLICATION_COMMANDS_DUPLICATE_NAME', 'Application command names must be unique')
    faults.merge(own)
    if (!draft) return []
    seen.add(keyOf(draft))
    counts.set(draft.type, (counts.get(draft.type) ?? 0) + 1)
    return [draft]
  })
  if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
  for (const [type, count] of counts) demand(mayContain(type, count))
  return drafts
}

/**
 * Gives an activity an entry point, which the platform handles until the application changes the handler. One that the
 * application had before it was an activity stays.
 */
export async function ensureEntryPoint(
  work: Work,
  { id: applicationId, integration_types_config }: Application,
): Promise<void> {
  const commands = await store.listCommands(work, applicationId, GLOBAL)
  const existing = commands.find(({ type }) => type === CommandType.PRIMARY_ENTRY_POINT)
  if (existing) {
    const handler = existing.handler ?? EntryPointHandler.LAUNCH_ACTIVITY
    return store.updateCommand(work, { ...existing, version: work.nextId(), handler })
  }
  await store.insertCommand(work, {
    id: work.nextId(),
    application_id: applicationId,
    guild_id: GLOBAL,
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

/** Deletes a command and its permissions. */
export async function deleteCommand(work: Work, scope: Scope, id: Snowflake): Promise<void> {
  const command = await getCommand(work, scope, id)
  await store.deleteCommands(work, [command.id])
}

/** Deletes the commands and permissions of an application in a guild that has removed it. */
export async function deleteCommandsOfRemovedIntegration(
  work: Work,
  removed: { applicationId: Snowflake; guildId: Snowflake; before: Snowflake },
): Promise<void> {
  await store.deleteCommandsOfGuild(work, removed)
}

/** Deletes every command of an application. */
export async function deleteCommands(work: Work, { id }: Application): Promise<void> {
  await store.deleteCommandsOfApplication(work, id)
}
