import {
  ApiError,
  CommandType,
  EntryPointHandler,
  Faults,
  has,
  IntegrationType,
  InteractionContext,
  InteractionType,
  OptionType,
  Permission,
  type Snowflake,
} from '@guildhall/protocol'
import { Int, Json, OptionalNullable, SnowflakeId, Text, Type } from '../../validation/schema.ts'
import {
  checkInvocation,
  findCommand,
  invokerIn,
  isUsable,
  listCommandPermissions,
  type StoredCommand,
} from '../commands/index.ts'
import { fileTypeAllowed } from '../components/index.ts'
import { listMembersById } from '../members/index.ts'
import { applicationAsReader, loadMessage, presentTarget, shownMessages } from '../messages/index.ts'
import { listUsers, presentUser } from '../users/index.ts'
import { launchByEntryPoint } from './entry-point.ts'
import { openInteraction, ownersOf, type Use } from './open.ts'
import { type InteractionRequest, lacking, readData, refuseIfAny } from './request.ts'
import { checkChannelTypes, presentResolvedMember, resolveFiles, resolveIds, withAttachmentIds } from './resolve.ts'

type Wire = Record<string, unknown>

const CommandData = Type.Object({
  id: SnowflakeId,
  name: OptionalNullable(Text(0, 100)),
  type: OptionalNullable(Int(1, 4)),
  version: OptionalNullable(SnowflakeId),
  options: OptionalNullable(Json),
  target_id: OptionalNullable(SnowflakeId),
})

const OUTDATED = 'This command is outdated, please try again in a few minutes'

/** Type 2 and 4: a command is used, or one of its options is being typed. [SVC-4] [SVC-5] [SVC-6] */
export async function useCommand(use: Use, request: InteractionRequest): Promise<void> {
  const data = readData(CommandData, request.data)
  const command = await usableCommand(use, data.id)
  if (command.handler === EntryPointHandler.LAUNCH_ACTIVITY) return launchByEntryPoint(use, command)
  const completing = request.type === InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE
  const faults = new Faults()
  if (data.version != null && data.version !== command.version)
    faults.add(['data'], 'INTERACTION_APPLICATION_COMMAND_INVALID_VERSION', OUTDATED)
  const invocation = checkInvocation(command.options, data.options ?? [], { partial: completing }, faults, [
    'data',
    'options',
  ])
  if (completing && invocation.focused?.autocomplete !== true)
    faults.add(['data', 'options'], 'BASE_TYPE_REQUIRED', 'No option with autocomplete is focused.')
  if (!completing) checkFileTypes(use, command.options, invocation.options)
  refuseIfAny(faults)
  const resolved = completing ? {} : await resolveIds(use, invocation.ids, faults, ['data', 'options'])
  eachOption(command.options, invocation.options, (known, option) =>
    checkChannelTypes(resolved, known.channel_types, [option.value], faults, ['data', 'options', String(option.name)]),
  )
  const target = ON_TARGETS.includes(command.type) ? await resolveTarget(use, command, data.target_id ?? null) : null
  const files = await resolveFiles(use, invocation.ids.attachments, faults, ['data', 'options'])
  refuseIfAny(faults)
  if (files.ids.size > 0) resolved.attachments = files.attachments
  Object.assign(resolved, target?.resolved)
  const options = withAttachmentIds(
    invocation.options,
    files.ids,
    (option) => option.type === OptionType.ATTACHMENT,
  ) as Wire[]
  await openInteraction(use, {
    type: request.type,
    data: {
      id: command.id.toString(),
      name: command.name,
      type: command.type,
      ...(command.guild_id === 0n ? {} : { guild_id: command.guild_id.toString() }),
      ...(options.length > 0 ? { options } : {}),
      ...(target ? { target_id: target.id } : {}),
      ...(Object.keys(resolved).length > 0 ? { resolved } : {}),
    },
    owners: ownersOf(use, command.integration_types ?? [IntegrationType.GUILD_INSTALL]),
    metadata: { name: command.name, command_type: command.type, ...target?.metadata },
    carried: {
      command: { name: spokenName(command.name, options), type: command.type },
      focused_type: Number(invocation.focused?.type ?? 0) || null,
    },
  })
}

const ON_TARGETS: readonly number[] = [CommandType.USER, CommandType.MESSAGE]

async function usableCommand(use: Use, id: Snowflake): Promise<StoredCommand> {
  const { work, application, view, place, caller, installs } = use
  if (!installs.guild && !installs.user) throw new ApiError('UNKNOWN_APPLICATION')
  const command = await findCommand(work, id)
  if (command?.application_id !== application.id) throw new ApiError('UNKNOWN_APPLICATION_COMMAND')
  const rules = view ? await listCommandPermissions(work, application.id, view.id) : []
  const invoker = invokerIn(place, caller.userId, application, installs)
  if (!isUsable(command, invoker, rules)) throw new ApiError('MISSING_PERMISSIONS')
  return command
}

/** The command with the subcommand that was chosen, as it is typed. */
function spokenName(name: string, options: readonly Wire[]): string {
  const [first] = options
  if (!first || !Array.isArray(first.options)) return name
  return spokenName(`${name} ${first.name}`, first.options as Wire[])
}

/** Every option that was given, with its definition; those of subcommands too. */
function eachOption(
  definition: readonly Wire[],
  options: readonly Wire[],
  visit: (known: Wire, option: Wire) => void,
): void {
  for (const option of options) {
    const known = definition.find((entry) => entry.name === option.name) ?? {}
    visit(known, option)
    if (Array.isArray(option.options))
      eachOption((known.options as Wire[] | undefined) ?? [], option.options as Wire[], visit)
  }
}

/** Files of ATTACHMENT options must be of the types that the option names. [MOD-20] */
function checkFileTypes(use: Use, definition: readonly Wire[], options: readonly Wire[]): void {
  eachOption(definition, options, (known, option) => {
    if (option.type !== OptionType.ATTACHMENT) return
    const file = use.files.find((entry, position) => String(entry.index ?? position) === String(option.value))
    if (file && !fileTypeAllowed(file.filename, known.file_types as string[] | undefined))
      throw new ApiError('PROVIDED_FILE_TYPE_INVALID')
  })
}

interface Target {
  id: string
  resolved: Wire
  metadata: Wire
}

/** What a context-menu command was used on. A message's content is there even for bots without the intent. [SVC-6] */
async function resolveTarget(use: Use, command: StoredCommand, id: Snowflake | null): Promise<Target> {
  const { work, view, caller } = use
  if (id === null) throw lacking(['data', 'target_id'])
  if (command.type === CommandType.MESSAGE) {
    if (!has(use.place.permissions, Permission.READ_MESSAGE_HISTORY)) throw new ApiError('MISSING_PERMISSIONS')
    const message = await loadMessage(work, use.channel.id, id)
    const [shown] = await shownMessages(work, [message], caller.userId)
    const reader = applicationAsReader(use.application, use.context === InteractionContext.BOT_DM)
    const wire = shown ? presentTarget(reader, shown, use.platform.attachmentUrls) : {}
    return {
      id: id.toString(),
      resolved: { messages: { [id.toString()]: wire } },
      metadata: { target_message_id: id.toString() },
    }
  }
  const user = (await listUsers(work, [id])).get(id)
  if (!user) throw new ApiError('UNKNOWN_USER')
  const member = view ? (await listMembersById(work, view.id, [id])).get(id) : undefined
  return {
    id: id.toString(),
    resolved: {
      users: { [id.toString()]: presentUser(user) },
      ...(member ? { members: { [id.toString()]: presentResolvedMember(use, member) } } : {}),
    },
    metadata: { target_user: presentUser(user) },
  }
}
