import {
  ApiError,
  type GameDirectMessageObject,
  invalidForm,
  MessageType,
  Permission,
  type Snowflake,
} from '@guildhall/protocol'
import { channelForCaller } from '../../../../access/channel.ts'
import type { Caller } from '../../../../kernel/caller.ts'
import type { Platform } from '../../../../kernel/platform.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findApplication } from '../../../accounts/applications/index.ts'
import { createDm } from '../../../guild/channels/index.ts'
import { composeMessage, findSentWithNonce, postMessage, screenText } from '../../../messaging/messages/index.ts'
import { GAME_MESSAGE_DEFAULTS, type GameMessageData } from '../model.ts'
import { presentGameDirectMessage } from '../present.ts'
import { type DirectMessageRequest, metadataOf } from '../requests.ts'
import { gameFlags } from '../rules.ts'
import { conversationWith, type GameConversation, type PlatformConversation } from './conversation.ts'
import { presentForGame } from './present-dm.ts'
import { createGameDm, saveNewGameDmMessage } from './save-dm.ts'
import { demandMayWrite } from './write.ts'

interface Sending {
  readonly work: Work
  readonly platform: Platform
  readonly caller: Caller
  readonly body: DirectMessageRequest
  /** Returns the activity of a person's message as presences are now. A game names what it wants. */
  readonly resolve?: () => Promise<GameMessageData['activity']>
}

/** Sends a direct message for a player: an ordinary one, or one in the game alone if a user is provisional. */
export async function sendDirectMessage(sending: Sending, userId: Snowflake): Promise<GameDirectMessageObject> {
  const { work, caller, body } = sending
  const conversation = await conversationWith(work, caller, userId)
  await demandMayWrite(work, caller, conversation)
  if (!body.activity && (body.content ?? '') === '') throw new ApiError('EMPTY_MESSAGE')
  const applicationId = await applicationOf(sending)
  return conversation.kind === 'game'
    ? sendInGame(sending, conversation)
    : sendOnPlatform(sending, conversation, applicationId)
}

/**
 * Returns the application that the message is of. A game names none but itself. A person names that of the activity.
 *
 * @throws INVALID_FORM_BODY (50035)
 */
async function applicationOf({ work, caller, body }: Sending): Promise<Snowflake | null> {
  const { application } = caller
  const named = body.application_id ?? null
  if (application) {
    if (named === null || named === application.id) return application.id
    throw unknownApplication()
  }
  if (!body.activity) return null
  if (named === null || !(await findApplication(work, named))) throw unknownApplication()
  return named
}

const unknownApplication = () => invalidForm(['application_id'], 'APPLICATION_INVALID', 'Unknown application')

function activityOf({ activity }: DirectMessageRequest): GameMessageData['activity'] {
  if (!activity) return null
  const { type, party_id, session_id } = activity
  return { type, party_id: party_id ?? null, session_id: session_id ?? null }
}

/** Returns the fields of a request that ordinary messages have too. */
function messageFields({ content, flags, nonce, allowed_mentions }: DirectMessageRequest) {
  return {
    ...(content !== undefined && { content }),
    ...(flags !== undefined && { flags }),
    ...(nonce !== undefined && { nonce }),
    ...(allowed_mentions !== undefined && { allowed_mentions }),
  }
}

async function sendOnPlatform(
  { work, platform, caller, body, resolve }: Sending,
  { channel: existing, other }: PlatformConversation,
  applicationId: Snowflake | null,
): Promise<GameDirectMessageObject> {
  const channel = existing ?? (await createDm(work, caller.userId, other.id))
  const access = await channelForCaller(work, caller, channel.id, Permission.SEND_MESSAGES)
  const earlier = await findSentWithNonce(work, caller, access, body)
  if (earlier) return presentForGame(caller, earlier, platform.attachmentUrls)
  const activity = resolve ? await resolve() : activityOf(body)
  const draft = await composeMessage({
    work,
    platform,
    location: access,
    author: caller.user,
    permissions: access.permissions,
    body: messageFields(body),
    files: [],
    mayBeEmpty: body.activity != null,
  })
  const posted = await postMessage(work, access, {
    ...draft,
    flags: caller.application ? gameFlags(body.flags) : (draft.flags ?? 0),
    application_id: applicationId,
    activity,
    metadata: Object.entries(metadataOf(body.metadata) ?? {}),
  })
  return presentForGame(caller, posted, platform.attachmentUrls)
}

async function sendInGame(
  { work, caller, body }: Sending,
  { dm: existing, other, applicationId }: GameConversation,
): Promise<GameDirectMessageObject> {
  await screenText(work, caller.user, { text: body.content ?? '', isFirstDm: existing === undefined })
  const dm = existing ?? (await createGameDm(work, applicationId, caller.userId, other.id))
  const { hydrated, loaded } = await saveNewGameDmMessage(work, dm, {
    ...GAME_MESSAGE_DEFAULTS,
    id: work.nextId(),
    channel_id: dm.id,
    application_id: applicationId,
    author_id: caller.userId,
    type: MessageType.DEFAULT,
    flags: gameFlags(body.flags),
    content: body.content ?? '',
    edited_at: null,
    metadata: metadataOf(body.metadata),
    activity: activityOf(body),
    nonce: body.nonce ?? null,
  })
  return presentGameDirectMessage(hydrated, loaded, caller.userId)
}
