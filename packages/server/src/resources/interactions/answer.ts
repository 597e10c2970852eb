import {
  ApiError,
  CallbackType,
  COMMAND_CHOICE_MAX,
  COMMAND_CHOICES_MAX,
  CommandType,
  Faults,
  InteractionContext,
  InteractionType,
  MessageFlag,
  MessageType,
  OptionType,
  Permission,
  type Snowflake,
} from '@guildhall/protocol'
import { memberChannelPermissions } from '../../access/channel.ts'
import { memberInGuild } from '../../access/member.ts'
import { type EventType, userTopic } from '../../kernel/event.ts'
import type { UploadedFile } from '../../kernel/files.ts'
import type { User } from '../../kernel/model.ts'
import type { Platform } from '../../kernel/platform.ts'
import type { Work } from '../../kernel/work.ts'
import { Json, OptionalNullable, type Static, Text, Type } from '../../validation/schema.ts'
import { validate } from '../../validation/validate.ts'
import { findApplication, presentUsedApplication } from '../applications/index.ts'
import { findChannel } from '../channels/index.ts'
import { checkChoiceList, LocalizationsField, textsInLocale } from '../commands/index.ts'
import { checkModal, completeEmojis, emojiFaults } from '../components/index.ts'
import { findIntegration } from '../integrations/index.ts'

import {
  ALLOWED_BY_DEFAULT,
  changeMessage,
  composeEdit,
  composeMessage,
  deleteMessages,
  findMessage,
  loadMessage,
  type Message,
  MessageBody,
  type MessageDraft,
  MessageEditBody,
  messageCreate,
  messageDelete,
  messageOfDraft,
  messageUpdate,
  type Place,
  postMessage,
  type ShownMessage,
  shownMessage,
  shownMessages,
} from '../messages/index.ts'
import { findUser } from '../users/index.ts'
import { autocompleteResponse, interactionModalCreate, interactionSuccess, outcome } from './events.ts'
import { type Interaction, tokenLives } from './interaction.ts'
import { answersHidden, appPermissions, type Standing } from './rules.ts'
import * as store from './store.ts'

/** No member's: leaves what @everyone may. */
const NOBODY_ID = 0n
const EPHEMERAL_KEPT_MS = 15 * 60_000
/** An application's answers need none of these of its bot; to speak aloud, to mention all and foreign emojis they do. */
const ANSWER_PERMISSIONS =
  Permission.SEND_MESSAGES | Permission.EMBED_LINKS | Permission.ATTACH_FILES | Permission.SEND_POLLS

/** An interaction with all that answering it takes. */
export interface Answering {
  readonly work: Work
  readonly platform: Platform
  readonly interaction: Interaction
  readonly place: Place
  readonly bot: User
  readonly permissions: bigint
  /** Who acts here, and whether the guild has added the application. */
  readonly standing: Standing & { readonly installed: boolean }
  /** Only the person may see the answers. */
  readonly hidden: boolean
  readonly files: readonly UploadedFile[]
}

/** Refuses a token that is none or has died: 10062 for the first answer, 50027 for all later ones. */
export async function beginAnswer(
  work: Work,
  platform: Platform,
  found: Interaction | undefined,
  files: readonly UploadedFile[],
  dead: 'UNKNOWN_INTERACTION' | 'INVALID_WEBHOOK_TOKEN',
): Promise<Answering> {
  if (!found || !tokenLives(found, work.now)) throw new ApiError(dead)
  const view = found.guild_id === null ? null : await work.view(found.guild_id)
  // After the guild, as all who write take them: in the other order two could wait for each other.
  const interaction = work.writing ? ((await store.hold(work, found.id)) ?? found) : found
  const channel = view?.channels.get(interaction.channel_id) ?? (await findChannel(work, interaction.channel_id))
  const bot = await findUser(work, interaction.bot_id)
  if (!channel || !bot) throw new ApiError('UNKNOWN_CHANNEL')
  const place = { channel, view }
  const installed = view !== null && (await findIntegration(work, view.id, interaction.application_id)) !== undefined
  const standing = {
    inGuild: view !== null,
    withBot: interaction.context === InteractionContext.BOT_DM,
    bot: await permissionsIn(work, place, bot.id),
    invoker: await permissionsIn(work, place, interaction.user_id, memberChannelPermissions),
    everyone: installed ? (view?.permissionsIn(channel, NOBODY_ID, []) ?? null) : null,
    installed,
  }
  const permissions = appPermissions(standing) | ANSWER_PERMISSIONS
  return { work, platform, interaction, place, bot, permissions, standing, hidden: answersHidden(standing), files }
}

/** Null for who is not in the guild. A bot's are told without implicit rules, those of a person are what they may do. */
async function permissionsIn(
  work: Work,
  { channel, view }: Place,
  userId: Snowflake,
  by: typeof memberChannelPermissions = (guild, where, { user_id, roles }) =>
    guild.permissionsIn(where, user_id, roles),
): Promise<bigint | null> {
  const member = view && (await memberInGuild(work, view, userId))
  return view && member ? by(view, channel, member, work.now) : null
}

/** The first answer was given: the person is told, and no failure follows. */
export async function acknowledge(
  answering: Answering,
  type: number,
  responseId: Snowflake | null,
): Promise<Interaction> {
  const { work, interaction } = answering
  const answered = {
    ...interaction,
    ...(await store.find(work, interaction.id)),
    answered_at: work.now,
    callback_type: type,
    response_message_id: responseId,
  }
  await store.update(work, answered)
  await work.cancel('interaction-unanswered', interaction.id.toString())
  work.emit(interactionSuccess, userTopic(interaction.user_id), outcome(interaction))
  return answered
}

function parse<S extends Parameters<typeof validate>[0]>(schema: S, data: unknown): Static<S> {
  const faults = new Faults()
  const result = validate(schema, data ?? {}, faults, ['data'])
  if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
  return result
}

/** Runs a composition whose faults belong below `key`. */
async function under<T>(key: string, compose: () => Promise<T>): Promise<T> {
  try {
    return await compose()
  } catch (error) {
    if (!(error instanceof ApiError) || !error.faults) throw error
    const faults = new Faults()
    faults.merge(error.faults, [key])
    throw new ApiError('INVALID_FORM_BODY', { faults })
  }
}

/** A message of the application: the answer itself (types 4 and 5) or a follow-up. */
export async function answerWithMessage(
  answering: Answering,
  data: unknown,
  options: { deferred?: boolean; followup?: boolean } = {},
): Promise<ShownMessage> {
  const { work, interaction, bot } = answering
  const given = options.followup ? (data as Static<typeof MessageBody>) : parse(MessageBody, data)
  const body = answering.hidden ? { ...given, flags: (given.flags ?? 0) | MessageFlag.EPHEMERAL } : given
  const compose = () =>
    composeMessage({
      ...answering,
      author: bot,
      body,
      flagsAllowed: MessageFlag.EPHEMERAL,
      allowedByDefault: ALLOWED_BY_DEFAULT,
      fileBytesMax: interaction.attachment_size_limit,
      mayBeEmpty: options.deferred ?? false,
    })
  const draft = options.followup ? await compose() : await under('data', compose)
  const source = options.followup ? interaction.response_message_id : answeredMessage(interaction)
  const replied = source === null ? null : await sourceMessage(answering, source)
  const message: MessageDraft = {
    ...draft,
    type: messageType(interaction, replied !== null, options.followup ?? false),
    flags: (draft.flags ?? 0) | (options.deferred ? MessageFlag.LOADING : 0),
    application_id: interaction.application_id,
    webhook_id: interaction.application_id,
    interaction_metadata: { ...interaction.metadata, ...followed(interaction, options.followup ?? false) },
    interaction: oldInteraction(interaction),
    reference: replied
      ? { type: 0, message_id: replied.id, channel_id: replied.channel_id, guild_id: replied.guild_id }
      : null,
  }
  if ((message.flags ?? 0) & MessageFlag.EPHEMERAL) return postEphemeral(answering, message)
  const shownReply = replied && replied.only_for === null ? (await shownMessages(work, [replied], 0n))[0] : undefined
  return postMessage(work, answering.place, message, shownReply)
}

/** What an answer is about: the message whose component was used, or on which a message command was. */
function answeredMessage({ source_message_id, metadata }: Interaction): Snowflake | null {
  const target = metadata.target_message_id
  return source_message_id ?? (typeof target === 'string' ? BigInt(target) : null)
}

/** Follow-ups name the answer that they follow. */
function followed({ response_message_id }: Interaction, followup: boolean): Record<string, unknown> {
  return followup && response_message_id !== null
    ? { original_response_message_id: response_message_id.toString() }
    : {}
}

function messageType({ command, source_message_id }: Interaction, reply: boolean, followup: boolean): number {
  if (reply && (followup || source_message_id !== null)) return MessageType.REPLY
  if (command?.type === CommandType.USER || command?.type === CommandType.MESSAGE)
    return MessageType.CONTEXT_MENU_COMMAND
  return command ? MessageType.CHAT_INPUT_COMMAND : MessageType.DEFAULT
}

function oldInteraction({ command, id, metadata }: Interaction): Record<string, unknown> | null {
  if (!command) return null
  return { id: id.toString(), type: InteractionType.APPLICATION_COMMAND, name: command.name, user: metadata.user }
}

/** A message by its id, stored or ephemeral; null when it is gone. */
export async function sourceMessage({ work, place }: Answering, id: Snowflake): Promise<Message | null> {
  const ephemeral = await store.findEphemeral(work, id)
  if (ephemeral) return ephemeral
  return (await findMessage(work, place.channel.id, id)) ?? null
}

/** An ephemeral message: kept with its interaction, shown to that person alone. */
async function postEphemeral({ work, place, interaction, bot }: Answering, draft: MessageDraft): Promise<ShownMessage> {
  const message = { ...messageOfDraft(work, place, draft), only_for: interaction.user_id }
  await store.saveEphemeral(work, interaction, message, work.now + EPHEMERAL_KEPT_MS)
  const shown = await shownMessage(work, place, message, bot)
  announceEphemeral(work, interaction, messageCreate, { shown })
  return shown
}

/** To the person whom it is for and to the application's own sessions, and to nobody else. */
function announceEphemeral<P>(work: Work, interaction: Interaction, type: EventType<P>, payload: P): void {
  work.emit(type, userTopic(interaction.user_id), payload)
  work.emit(type, userTopic(interaction.bot_id), payload, interaction.guild_id)
}

/** The answer's message by `@original`, or one of the application's by its id: 10008 when it is none of theirs. */
export async function ownMessage(answering: Answering, id: Snowflake | '@original'): Promise<Message> {
  const { work, interaction, place } = answering
  const wanted = id === '@original' ? interaction.response_message_id : id
  if (wanted === null) throw new ApiError('UNKNOWN_MESSAGE')
  const ephemeral = await store.findEphemeral(work, wanted)
  if (ephemeral) {
    if (ephemeral.application_id !== interaction.application_id || ephemeral.only_for !== interaction.user_id)
      throw new ApiError('UNKNOWN_MESSAGE')
    return ephemeral
  }
  const message = await loadMessage(work, place.channel.id, wanted)
  if (message.author_id !== interaction.bot_id) throw new ApiError('UNKNOWN_MESSAGE')
  return message
}

/** Changes a message of the application's. The first edit of a deferred answer takes the loading mark away. */
export async function editOwnMessage(
  answering: Answering,
  message: Message,
  data: unknown,
  options: { inCallback?: boolean } = {},
): Promise<ShownMessage> {
  const { work, place, bot, interaction } = answering
  const body = options.inCallback ? parse(MessageEditBody, data) : (data as Static<typeof MessageEditBody>)
  const compose = () => composeEdit({ ...answering, message, body, fileBytesMax: interaction.attachment_size_limit })
  const changes = options.inCallback ? await under('data', compose) : await compose()
  const loading = (message.flags & MessageFlag.LOADING) !== 0
  changes.flags = (changes.flags ?? message.flags) & ~MessageFlag.LOADING
  const edited = !loading
  if (message.only_for === null) return changeMessage(work, place, message, changes, { edited })
  const changed = { ...message, ...changes, edited_at: edited ? work.now : null }
  await store.saveEphemeral(work, answering.interaction, changed, work.now + EPHEMERAL_KEPT_MS)
  const shown = await shownMessage(work, place, changed, bot)
  announceEphemeral(work, answering.interaction, messageUpdate, { shown })
  return shown
}

export async function deleteOwnMessage({ work, place, interaction }: Answering, message: Message): Promise<void> {
  if (message.only_for === null) return deleteMessages(work, place, [message.id])
  await store.removeEphemeral(work, message.id)
  announceEphemeral(work, interaction, messageDelete, {
    ids: [message.id],
    channelId: message.channel_id,
    guildId: message.guild_id,
    onlyFor: [interaction.user_id, interaction.bot_id],
  })
}

const AutocompleteChoice = Type.Object({
  name: Text(1, COMMAND_CHOICE_MAX),
  name_localizations: LocalizationsField,
  value: Json,
})
const AutocompleteData = Type.Object({
  choices: OptionalNullable(Type.Array(AutocompleteChoice, { maxItems: COMMAND_CHOICES_MAX })),
})

/** Type 8: the choices for the option that is being typed, of its type, in the language of who types. */
export async function answerAutocomplete({ work, interaction }: Answering, data: unknown): Promise<void> {
  const { choices } = parse(AutocompleteData, data)
  const faults = new Faults()
  checkChoiceList(interaction.focused_type ?? OptionType.STRING, choices ?? [], faults, ['data', 'choices'])
  if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
  const person = await findUser(work, interaction.user_id)
  work.emit(autocompleteResponse, userTopic(interaction.user_id), {
    ...outcome(interaction),
    choices: (choices ?? []).map((choice) => textsInLocale(choice, person?.locale ?? '')),
  })
}

/** Type 9: a modal for the person; it is kept, since what they send in is held against it. [MOD-1..25] */
export async function answerWithModal(answering: Answering, data: unknown): Promise<void> {
  const { work, interaction } = answering
  const faults = new Faults()
  const checked = checkModal(data, faults, ['data'])
  await completeEmojis(work, checked?.emojis ?? [], interaction.bot_id, emojiFaults(faults))
  if (!checked || faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
  const { modal } = checked
  await store.update(work, { ...interaction, modal })
  const application = await findApplication(work, interaction.application_id)
  work.emit(interactionModalCreate, userTopic(interaction.user_id), {
    ...outcome(interaction),
    ...modal,
    application: application && presentUsedApplication(application),
    channel_id: interaction.channel_id.toString(),
    guild_id: interaction.guild_id?.toString() ?? null,
  })
}

/** The message whose component was used, for types 6 and 7. */
export async function componentSource(answering: Answering): Promise<Message> {
  const { interaction } = answering
  if (interaction.source_message_id === null) throw new ApiError('UNKNOWN_MESSAGE')
  const source = await sourceMessage(answering, interaction.source_message_id)
  if (!source) throw new ApiError('UNKNOWN_MESSAGE')
  return source
}

export const NEEDS_COMPONENT: readonly number[] = [CallbackType.DEFERRED_UPDATE_MESSAGE, CallbackType.UPDATE_MESSAGE]
