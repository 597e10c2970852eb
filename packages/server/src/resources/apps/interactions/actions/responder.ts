import { ApiError, InteractionContext, Permission } from '@guildhall/protocol'
import { heldPrivateChannel } from '../../../../access/private-channel.ts'
import type { UploadedFile } from '../../../../kernel/files.ts'
import type { User } from '../../../../kernel/model.ts'
import type { Platform } from '../../../../kernel/platform.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findUser } from '../../../accounts/users/index.ts'
import { findChannel } from '../../../guild/channels/index.ts'
import { isInstalledIn } from '../../../guild/commands/index.ts'
import type { ChannelLocation } from '../../../messaging/messages/index.ts'
import { isTokenValid, type StoredInteraction } from '../model.ts'
import { type ApplicationAccess, appPermissions, respondsEphemerally } from '../rules.ts'
import * as store from '../store.ts'
import { applicationAccess } from './application-access.ts'

/**
 * Permissions that a response does not need from the bot. The bot still needs those for text-to-speech, mentions of
 * everyone and external emojis.
 */
const RESPONSE_PERMISSIONS =
  Permission.SEND_MESSAGES | Permission.EMBED_LINKS | Permission.ATTACH_FILES | Permission.SEND_POLLS

/** Everything that an action needs to respond to an interaction. */
export interface InteractionResponder {
  readonly work: Work
  readonly platform: Platform
  readonly interaction: StoredInteraction
  readonly place: ChannelLocation
  readonly bot: User
  readonly access: ApplicationAccess
  /** Permissions that apply to response messages. */
  readonly permissions: bigint
  /** Whether only the user receives response messages. */
  readonly ephemeral: boolean
  /** Files of the response. */
  readonly files: readonly UploadedFile[]
}

/**
 * Loads an interaction and the access of its application, and locks the interaction if the transaction writes.
 * @param found undefined for an unknown token
 * @param invalidToken error for an unknown or expired token: 10062 for initial responses, 50027 for later requests
 */
export async function loadResponder(
  work: Work,
  platform: Platform,
  found: StoredInteraction | undefined,
  files: readonly UploadedFile[],
  invalidToken: 'UNKNOWN_INTERACTION' | 'INVALID_WEBHOOK_TOKEN',
): Promise<InteractionResponder> {
  if (!found || !isTokenValid(found, work.now)) throw new ApiError(invalidToken)
  // All writers lock the guild or DM before the interaction. The other order could deadlock.
  const { channel_id: channelId, guild_id: guildId } = found
  const view = guildId === null ? null : await work.view(guildId)
  const known = guildId === null ? await heldPrivateChannel(work, channelId) : view?.channels.get(channelId)
  const interaction = work.writing ? ((await store.lockInteraction(work, found.id)) ?? found) : found
  const { application_id: applicationId, bot_id: botId, user_id: userId, context } = interaction
  const channel = known ?? (await findChannel(work, channelId))
  const bot = await findUser(work, botId)
  if (!channel || !bot) throw new ApiError('UNKNOWN_CHANNEL')
  const place = { channel, view }
  const installed = view
    ? await isInstalledIn(work, view, { id: applicationId, bot_id: botId })
    : context === InteractionContext.BOT_DM
  const access = await applicationAccess(work, place, { botId, userId, context, installed })
  const permissions = appPermissions(access) | RESPONSE_PERMISSIONS
  return { work, platform, interaction, place, bot, permissions, access, ephemeral: respondsEphemerally(access), files }
}
