import type { BodyOf } from '@guildhall/client'
import { nonceAfterLast, type PendingInteraction, type ShownMessage } from '@guildhall/client/records'
import { InteractionType, MessageFlag, MessageType, type UserObject } from '@guildhall/protocol'
import { ApiFailure, messageOf } from '../../api/client.ts'
import type { Client } from '../../gateway/client.ts'
import { t } from '../../lib/language/text.ts'

/** Time without a response after which the log shows that a command was sent. */
const WAITING_AFTER_MS = 150

/** Application as commands and modals name it. */
export interface UsedApplication {
  readonly id: string
  readonly name: string
  readonly icon: string | null
  readonly bot_id?: string | null
}

/** Place in which a person uses an application. */
export interface InteractionPlace {
  readonly channelId: string
  readonly guildId: string | null
}

/** Use of a command, component or modal. */
export interface InteractionStart extends InteractionPlace {
  readonly type: BodyOf<'create_interaction'>['type']
  readonly applicationId: string
  readonly data: unknown
  readonly messageId?: string
  readonly customId?: string
  /** Files of the request, by the index that `data` names them with. */
  readonly files?: readonly File[]
  /** Application, and name of the command, of the message that represents the interaction in the log. */
  readonly note?: InteractionNote
  /** Whether a form sends it, which shows the error of the request itself. */
  readonly isForm?: boolean
}

interface InteractionNote {
  readonly application: UsedApplication
  readonly command: { readonly name: string; readonly type: number } | null
  readonly retry?: () => void
}

const KINDS: Readonly<Record<number, PendingInteraction['kind']>> = {
  [InteractionType.MESSAGE_COMPONENT]: 'component',
  [InteractionType.MODAL_SUBMIT]: 'modal',
}

/**
 * Sends the use of an application to the server. The state then follows it by its nonce until the application responds.
 * @throws ApiFailure if the server refuses it
 */
export async function startInteraction(client: Client, start: InteractionStart): Promise<void> {
  const nonce = nonceAfterLast(client.state, start.channelId)
  client.do('interaction started', {
    nonce,
    kind: KINDS[start.type] ?? 'command',
    channelId: start.channelId,
    messageId: start.messageId ?? null,
    customId: start.customId ?? null,
    message: start.note ? noteOf(client, start, nonce) : null,
  })
  try {
    await postInteraction(client, start, nonce)
    setTimeout(() => client.do('interaction waiting', { nonce }), WAITING_AFTER_MS)
  } catch (failure) {
    client.do('interaction refused', { nonce, error: start.isForm ? null : messageOf(failure) })
    throw failure
  }
}

/** Posts an interaction without following it. */
export async function postInteraction(client: Client, start: InteractionStart, nonce: string): Promise<void> {
  const { type, applicationId, channelId, guildId, messageId, data, files = [] } = start
  if (client.state.status === 'offline')
    throw new ApiFailure(0, { message: t('There is no connection to the server.') })
  const body = {
    type,
    application_id: applicationId,
    channel_id: channelId,
    guild_id: guildId,
    ...(messageId ? { message_id: messageId } : {}),
    session_id: client.state.sessionId,
    nonce,
    data,
  }
  await client.api.call('create_interaction', { body, files: files.map((file) => ({ file })) })
}

function noteOf(client: Client, { channelId, note }: InteractionStart, nonce: string): ShownMessage | null {
  const { self, users } = client.state
  if (!self || !note) return null
  const { application, command, retry } = note
  const botId = application.bot_id ?? application.id
  const author = users.get(botId) ?? {
    id: botId,
    username: application.name,
    global_name: null,
    avatar: null,
    discriminator: '0',
    bot: true,
    public_flags: 0,
  }
  return {
    id: nonce,
    channel_id: channelId,
    author: author as ShownMessage['author'],
    content: '',
    type: command ? MessageType.CHAT_INPUT_COMMAND : MessageType.DEFAULT,
    timestamp: new Date().toISOString(),
    edited_timestamp: null,
    flags: MessageFlag.EPHEMERAL,
    mentions: [],
    mention_roles: [],
    mention_everyone: false,
    attachments: [],
    embeds: [],
    components: [],
    pinned: false,
    tts: false,
    ...(command && { interaction_metadata: metadataOf(self, command) }),
    local: { state: 'sending', ...(retry ? { retry } : {}) },
  }
}

function metadataOf(
  user: UserObject,
  { name, type }: NonNullable<InteractionNote['command']>,
): NonNullable<ShownMessage['interaction_metadata']> {
  const interaction = InteractionType.APPLICATION_COMMAND
  return { id: '0', type: interaction, user, authorizing_integration_owners: {}, name, command_type: type }
}
