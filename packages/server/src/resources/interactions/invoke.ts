import {
  ApiError,
  CommandType,
  Faults,
  has,
  IntegrationType,
  InteractionType,
  OptionType,
  Permission,
  type Snowflake,
} from '@guildhall/protocol'
import { Int, Json, Nullable, Optional, SnowflakeId, type Static, Text, Type } from '../../kernel/schema.ts'
import { validate } from '../../kernel/validate.ts'
import {
  type Command,
  checkInvocation,
  findCommand,
  invokerIn,
  isUsable,
  listCommandPermissions,
} from '../commands/index.ts'
import { checkComponentSubmit, checkModalSubmit, fileTypeAllowed, findComponent } from '../components/index.ts'
import { listMembersById } from '../members/index.ts'
import { loadMessage, type Message, presentMessage, shownMessages } from '../messages/index.ts'
import { listUsers, presentUser } from '../users/index.ts'
import type { Interaction } from './interaction.ts'
import { openInteraction, ownersOf, type Use } from './open.ts'
import { checkChannelTypes, presentResolvedMember, resolveFiles, resolveIds, withAttachmentIds } from './resolve.ts'
import * as store from './store.ts'

type Wire = Record<string, unknown>
const maybe = <S extends Parameters<typeof Nullable>[0]>(schema: S) => Optional(Nullable(schema))

/** `POST /interactions`: what a person's client sends. `data` depends on the type. */
export const InteractionRequest = Type.Object({
  type: Type.Union([Type.Literal(2), Type.Literal(3), Type.Literal(4), Type.Literal(5)]),
  application_id: SnowflakeId,
  channel_id: SnowflakeId,
  guild_id: maybe(SnowflakeId),
  message_id: maybe(SnowflakeId),
  session_id: maybe(Text(0, 100)),
  nonce: maybe(Type.Union([Text(0, 100), Type.Integer()])),
  data: Json,
})
export type InteractionRequest = Static<typeof InteractionRequest>

const CommandData = Type.Object({
  id: SnowflakeId,
  name: maybe(Text(0, 100)),
  type: maybe(Int(1, 4)),
  version: maybe(SnowflakeId),
  options: maybe(Json),
  target_id: maybe(SnowflakeId),
})
const ComponentData = Type.Object({ custom_id: Text(1, 100), component_type: maybe(Int(1, 30)), values: maybe(Json) })
const ModalData = Type.Object({ id: maybe(SnowflakeId), custom_id: Text(1, 100), components: Json })

function read<S extends Parameters<typeof validate>[0]>(schema: S, data: unknown): Static<S> {
  const faults = new Faults()
  const result = validate(schema, data, faults, ['data'])
  if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
  return result
}

function refuseIfAny(faults: Faults): void {
  if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
}

/** Type 2 and 4: a command is used, or one of its options is being typed. [SVC-4] [SVC-5] [SVC-6] */
export async function useCommand(use: Use, request: InteractionRequest): Promise<Interaction> {
  const data = read(CommandData, request.data)
  const command = await usableCommand(use, data.id)
  const completing = request.type === InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE
  const faults = new Faults()
  if (data.version != null && data.version !== command.version)
    faults.add(['data', 'version'], 'INTERACTION_APPLICATION_COMMAND_INVALID_VERSION', 'This command is outdated')
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
  const target =
    command.type === CommandType.CHAT_INPUT || completing
      ? null
      : await resolveTarget(use, command, data.target_id ?? null)
  const files = await resolveFiles(use, invocation.ids.attachments, faults, ['data', 'options'])
  refuseIfAny(faults)
  if (files.ids.size > 0) resolved.attachments = files.attachments
  Object.assign(resolved, target?.resolved)
  const options = withAttachmentIds(
    invocation.options,
    files.ids,
    (option) => option.type === OptionType.ATTACHMENT,
  ) as Wire[]
  return openInteraction(use, {
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
    carried: { command: { name: spokenName(command.name, options), type: command.type } },
  })
}

async function usableCommand(use: Use, id: Snowflake): Promise<Command> {
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
async function resolveTarget(use: Use, command: Command, id: Snowflake | null): Promise<Target> {
  const { work, view, caller } = use
  if (id === null) throw new ApiError('INVALID_FORM_BODY', { faults: faultAt(['data', 'target_id']) })
  if (command.type === CommandType.MESSAGE) {
    if (!has(use.place.permissions, Permission.READ_MESSAGE_HISTORY)) throw new ApiError('MISSING_PERMISSIONS')
    const message = await loadMessage(work, use.channel.id, id)
    const [shown] = await shownMessages(work, [message], caller.userId)
    const wire = shown ? presentMessage(shown) : {}
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

function faultAt(path: string[]): Faults {
  const faults = new Faults()
  faults.add(path, 'BASE_TYPE_REQUIRED', 'This field is required')
  return faults
}

/** Type 3: a button or select of a message. [SVC-7] */
export async function useComponent(use: Use, request: InteractionRequest): Promise<Interaction> {
  const data = read(ComponentData, request.data)
  if (request.message_id == null) throw new ApiError('INVALID_FORM_BODY', { faults: faultAt(['message_id']) })
  const message = await usedMessage(use, request.message_id)
  if (message.application_id !== use.application.id && message.author_id !== use.application.bot_id)
    throw new ApiError('UNKNOWN_MESSAGE')
  const faults = new Faults()
  const component = findComponent(message.components, data.custom_id)
  if (!component || (data.component_type != null && data.component_type !== component.type)) {
    faults.add(['data', 'custom_id'], 'COMPONENT_VALIDATION_FAILED', 'Component validation failed')
    throw new ApiError('INVALID_FORM_BODY', { faults })
  }
  const { values, ids } = checkComponentSubmit(component, data.values, faults, ['data', 'values'])
  const resolved = await resolveIds(use, ids, faults, ['data', 'values'])
  checkChannelTypes(resolved, component.channel_types, values ?? [], faults, ['data', 'values'])
  refuseIfAny(faults)
  const [shown] = await shownMessages(use.work, [message], use.application.bot_id ?? 0n)
  return openInteraction(use, {
    type: InteractionType.MESSAGE_COMPONENT,
    data: {
      id: component.id,
      custom_id: data.custom_id,
      component_type: component.type,
      ...(values ? { values } : {}),
      ...(values && Object.keys(resolved).length > 0 ? { resolved } : {}),
    },
    message: shown ? presentMessage(shown) : {},
    owners: ownersOfMessage(use, message),
    metadata: { interacted_message_id: message.id.toString() },
    carried: { source_message_id: message.id },
  })
}

/** Who let the application write the message also lets its components be used, whoever presses them. */
function ownersOfMessage(use: Use, { interaction_metadata: metadata }: Message): Record<string, string> {
  const owners = metadata?.authorizing_integration_owners as Record<string, string> | undefined
  return owners ?? ownersOf(use, [IntegrationType.GUILD_INSTALL, IntegrationType.USER_INSTALL])
}

/** A stored message of the channel, or one that this person alone was shown. */
async function usedMessage(use: Use, id: Snowflake): Promise<Message> {
  const ephemeral = await store.findEphemeral(use.work, id)
  if (ephemeral?.only_for === use.caller.userId && ephemeral.channel_id === use.channel.id) return ephemeral
  return loadMessage(use.work, use.channel.id, id)
}

/** Type 5: a modal that this person was shown is sent in. [SVC-8] */
export async function submitModal(use: Use, request: InteractionRequest): Promise<Interaction> {
  const data = read(ModalData, request.data)
  const opener = data.id == null ? undefined : await store.hold(use.work, data.id)
  const shown =
    opener?.user_id === use.caller.userId &&
    opener.application_id === use.application.id &&
    opener.modal?.custom_id === data.custom_id
  if (!shown || !opener?.modal) throw new ApiError('UNKNOWN_INTERACTION')
  const faults = new Faults()
  const submitted = checkModalSubmit(opener.modal, data.components, faults, ['data', 'components'])
  checkUploads(use, opener.modal.components, submitted.components, faults)
  refuseIfAny(faults)
  const resolved = await resolveIds(use, submitted.ids, faults, ['data', 'components'])
  for (const [index, label] of opener.modal.components.entries()) {
    const asked = label.component as Wire | undefined
    const given = submitted.components[index]?.component as Wire | undefined
    const at = ['data', 'components', index, 'component', 'values']
    checkChannelTypes(resolved, asked?.channel_types, (given?.values as unknown[] | undefined) ?? [], faults, at)
  }
  const files = await resolveFiles(use, submitted.ids.attachments, faults, ['data', 'components'])
  refuseIfAny(faults)
  if (files.ids.size > 0) resolved.attachments = files.attachments
  const components = withAttachmentIds(submitted.components, files.ids, (component) => component.type === FILE_UPLOAD)
  const source = opener.source_message_id === null ? undefined : await usedMessage(use, opener.source_message_id)
  const [message] = source ? await shownMessages(use.work, [source], use.application.bot_id ?? 0n) : []
  // A modal is sent in once.
  await store.update(use.work, { ...opener, modal: null })
  return openInteraction(use, {
    type: InteractionType.MODAL_SUBMIT,
    data: { custom_id: data.custom_id, components, ...(Object.keys(resolved).length > 0 ? { resolved } : {}) },
    ...(message ? { message: presentMessage(message) } : {}),
    owners: opener.owners,
    metadata: { triggering_interaction_metadata: opener.metadata },
    carried: { source_message_id: opener.source_message_id, command: opener.command },
  })
}

const FILE_UPLOAD = 19

function checkUploads(use: Use, modal: readonly Wire[], submitted: readonly Wire[], faults: Faults): void {
  for (const [index, label] of modal.entries()) {
    const asked = label.component as Wire | undefined
    const given = submitted[index]?.component as Wire | undefined
    if (asked?.type !== FILE_UPLOAD || !given) continue
    for (const value of given.values as string[]) {
      const file = use.files.find((entry, position) => String(entry.index ?? position) === value)
      if (!file)
        faults.add(
          ['data', 'components', index, 'component', 'values'],
          'ATTACHMENT_NOT_FOUND',
          'The file is not part of the request.',
        )
      else if (!fileTypeAllowed(file.filename, asked.file_types as string[] | undefined))
        throw new ApiError('PROVIDED_FILE_TYPE_INVALID')
    }
  }
}
