import {
  ApiError,
  type CommandOptionObject,
  CommandType,
  demand,
  EntryPointHandler,
  Faults,
  type GivenOptionObject,
  IntegrationType,
  InteractionContext,
  InteractionType,
  needs,
  OptionType,
  Permission,
  type ResolvedObject,
  type Snowflake,
} from '@guildhall/protocol'
import { fileTypeAllowed } from '../../../../media/file-types.ts'
import { listUsers, presentUser } from '../../../accounts/users/index.ts'
import {
  checkInvocation,
  findCommand,
  invokerIn,
  listCommandPermissions,
  mayUse,
  type StoredCommand,
} from '../../../guild/commands/index.ts'
import { listMembersById } from '../../../guild/members/index.ts'
import {
  applicationAsReader,
  getMessage,
  hydrateMessages,
  presentCommandTarget,
} from '../../../messaging/messages/index.ts'
import { mayActIn } from '../../../messaging/threads/index.ts'
import { presentResolvedMember } from '../present.ts'
import { CommandUse, type InteractionRequest, missingField, readData, rejectFaults } from '../requests.ts'
import { launchEntryPoint } from './launch-entry-point.ts'
import { checkChannelTypes, fileAt, resolveFiles, resolveIds } from './resolve.ts'
import { type CheckedUse, ownersOf, possibleOwnersOf, type Use } from './use.ts'

const OUTDATED = 'This command is outdated, please try again in a few minutes'
const OPTIONS = ['data', 'options']
/** Types of context menu commands. */
const TARGETED: readonly number[] = [CommandType.USER, CommandType.MESSAGE]

/**
 * Checks the use of a command (type 2) or the completion of one of its options (type 4). Returns null for an entry
 * point that the platform launches. [SVC-4] [SVC-5] [SVC-6]
 */
export async function useCommand(use: Use, request: InteractionRequest): Promise<CheckedUse | null> {
  const data = readData(CommandUse, request.data)
  const command = await usableCommand(use, data.id)
  const types = command.integration_types ?? [IntegrationType.GUILD_INSTALL]
  const isEntryPoint = command.type === CommandType.PRIMARY_ENTRY_POINT
  const owners = isEntryPoint ? possibleOwnersOf(use, types) : ownersOf(use, types)
  if (command.handler === EntryPointHandler.LAUNCH_ACTIVITY) {
    await launchEntryPoint(use, command, owners)
    return null
  }
  const partial = request.type === InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE
  const faults = new Faults()
  if (data.version != null && data.version !== command.version)
    faults.add(['data'], 'INTERACTION_APPLICATION_COMMAND_INVALID_VERSION', OUTDATED)
  const invocation = checkInvocation(command.options, data.options ?? [], { partial }, faults.at(...OPTIONS))
  if (partial && invocation.focused?.autocomplete !== true)
    faults.add(OPTIONS, 'BASE_TYPE_REQUIRED', 'No option with autocomplete is focused.')
  if (!partial) checkFileTypes(use, command.options, invocation.options)
  rejectFaults(faults)
  const resolved = partial ? {} : await resolveIds(use, invocation.ids, faults.at(...OPTIONS))
  eachOption(command.options, invocation.options, (definition, { name, value }) =>
    checkChannelTypes(resolved, definition.channel_types, [value], faults.at(...OPTIONS, name)),
  )
  const target = TARGETED.includes(command.type) ? await resolveTarget(use, command, data.target_id ?? null) : null
  const files = await resolveFiles(use, invocation.ids.attachments, faults.at(...OPTIONS))
  rejectFaults(faults)
  if (files.ids.size > 0) resolved.attachments = files.attachments
  Object.assign(resolved, target?.resolved)
  const options = withAttachmentIds(invocation.options, files.ids)
  return {
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
    owners,
    metadata: { name: command.name, command_type: command.type, ...target?.metadata },
    fields: {
      command: { name: fullName(command.name, options), type: command.type },
      focused_type: invocation.focused?.type ?? null,
    },
  }
}

async function usableCommand(use: Use, id: Snowflake): Promise<StoredCommand> {
  const { work, application, view, channelAccess, caller, installs } = use
  demand(mayActIn(channelAccess.channel.thread_metadata))
  const command = await findCommand(work, id)
  const isEntryPoint = command?.type === CommandType.PRIMARY_ENTRY_POINT
  if (!installs.guild && !installs.user && !isEntryPoint) throw new ApiError('UNKNOWN_APPLICATION')
  if (command?.application_id !== application.id) throw new ApiError('UNKNOWN_APPLICATION_COMMAND')
  const permissions = view ? await listCommandPermissions(work, application.id, view.id) : []
  const invoker = invokerIn(channelAccess, caller.userId, application, installs)
  demand(mayUse(command, invoker, permissions))
  return command
}

/** Returns the name of a command with the chosen subcommand group and subcommand. */
function fullName(name: string, [first]: readonly GivenOptionObject[]): string {
  return first?.options ? fullName(`${name} ${first.name}`, first.options) : name
}

/** Visits every given option with its definition, also those of subcommands. */
function eachOption(
  definitions: readonly CommandOptionObject[],
  options: readonly GivenOptionObject[],
  visit: (definition: CommandOptionObject, option: GivenOptionObject) => void,
): void {
  for (const option of options) {
    const definition = definitions.find(({ name }) => name === option.name)
    if (!definition) continue
    visit(definition, option)
    eachOption(definition.options ?? [], option.options ?? [], visit)
  }
}

/** Checks that files of ATTACHMENT options have an accepted type. [MOD-20] */
function checkFileTypes(
  use: Use,
  definitions: readonly CommandOptionObject[],
  options: readonly GivenOptionObject[],
): void {
  eachOption(definitions, options, (definition, option) => {
    if (option.type !== OptionType.ATTACHMENT) return
    const file = fileAt(use.files, String(option.value))
    if (file && !fileTypeAllowed(file.filename, definition.file_types)) throw new ApiError('PROVIDED_FILE_TYPE_INVALID')
  })
}

/** Replaces file indexes in ATTACHMENT options with the ids of the stored attachments. */
function withAttachmentIds(
  options: readonly GivenOptionObject[],
  ids: ReadonlyMap<string, string>,
): GivenOptionObject[] {
  return options.map((option) => {
    if (option.options) return { ...option, options: withAttachmentIds(option.options, ids) }
    const id = option.type === OptionType.ATTACHMENT ? ids.get(String(option.value)) : undefined
    return id === undefined ? option : { ...option, value: id }
  })
}

interface Target {
  id: string
  resolved: ResolvedObject
  metadata: CheckedUse['metadata']
}

/** Resolves the target of a context menu command. Applications without MESSAGE_CONTENT read its content. [SVC-6] */
async function resolveTarget(use: Use, command: StoredCommand, targetId: Snowflake | null): Promise<Target> {
  if (targetId === null) throw missingField(['data', 'target_id'])
  return command.type === CommandType.MESSAGE ? resolveMessage(use, targetId) : resolveUser(use, targetId)
}

async function resolveMessage(use: Use, messageId: Snowflake): Promise<Target> {
  const { work, caller } = use
  demand(needs(use.channelAccess.permissions, Permission.READ_MESSAGE_HISTORY))
  const message = await getMessage(work, use.channel.id, messageId)
  const [shown] = await hydrateMessages(work, [message], caller.userId)
  if (!shown) throw new ApiError('UNKNOWN_MESSAGE')
  const reader = applicationAsReader(use.application, use.context === InteractionContext.BOT_DM)
  const id = messageId.toString()
  return {
    id,
    resolved: { messages: { [id]: presentCommandTarget(reader, shown, use.platform.attachmentUrls) } },
    metadata: { target_message_id: id },
  }
}

async function resolveUser(use: Use, userId: Snowflake): Promise<Target> {
  const { work, view } = use
  const user = (await listUsers(work, [userId])).get(userId)
  if (!user) throw new ApiError('UNKNOWN_USER')
  const member = view ? (await listMembersById(work, view.id, [userId])).get(userId) : undefined
  const id = userId.toString()
  return {
    id,
    resolved: {
      users: { [id]: presentUser(user) },
      ...(member ? { members: { [id]: presentResolvedMember(use, member) } } : {}),
    },
    metadata: { target_user: presentUser(user) },
  }
}
