/** Messages of lobbies in their linked channels. [END-21] */
import { ApiError, has, Permission } from '@guildhall/protocol'
import { type ChannelAccess, demandVerified, memberChannelPermissions } from '../../../../access/channel.ts'
import { memberInGuild } from '../../../../access/member.ts'
import type { Caller } from '../../../../kernel/caller.ts'
import { RefusalWithEffects } from '../../../../kernel/operation.ts'
import type { Platform } from '../../../../kernel/platform.ts'
import { SYSTEM_ACTOR } from '../../../../kernel/units.ts'
import type { Work } from '../../../../kernel/work.ts'
import { isRestricted } from '../../../apps/provisional-accounts/index.ts'
import { carryOut, checkMessage } from '../../../guild/auto-moderation/index.ts'
import { findBan } from '../../../guild/bans/index.ts'
import { findGuildIdOfChannel } from '../../../guild/channels/store.ts'
import {
  composeMessage,
  deleteMessages,
  demandMessageSlowmode,
  editMessage,
  findMessage,
  postMessage,
  recordMessageForSlowmode,
} from '../../../messaging/messages/index.ts'
import type { StoredLobby } from '../../lobbies/index.ts'
import type { StoredGameMessage } from '../model.ts'

/** The player on whose behalf a message is relayed. */
export interface Relaying {
  readonly work: Work
  readonly platform: Platform
  readonly caller: Caller
}

/** Permissions of players who are not in the guild: they write text that notifies nobody. */
const GUEST_PERMISSIONS = Permission.VIEW_CHANNEL | Permission.SEND_MESSAGES
const GUEST_MENTIONS = { parse: [] }

/** Channel of a lobby, as the player may write there. */
interface Place extends ChannelAccess {
  readonly guest: boolean
}

/**
 * Posts a lobby message in the linked channel, as an ordinary guild message of the player. The message stays in the
 * lobby alone if the player may not write in the channel, or if automatic moderation blocks the text.
 */
export async function relayNewMessage(
  relaying: Relaying,
  lobby: StoredLobby,
  message: StoredGameMessage,
): Promise<void> {
  const { work, platform, caller } = relaying
  const place = await placeOf(relaying, lobby)
  if (!place) return
  const { content, id, flags, application_id, additional_name } = message
  const passed = await whereAllowed(relaying, async () => {
    demandVerified(work, place, caller)
    await demandMessageSlowmode(work, place, caller)
    const offence = await checkMessage(work, authorIn(place), caller.user, { content })
    const draft = await composeMessage({
      work,
      platform,
      location: place,
      author: caller.user,
      permissions: place.permissions,
      body: { content },
      files: [],
      isScreened: true,
      ...(place.guest ? { allowedByDefault: GUEST_MENTIONS } : {}),
    })
    return { offence, draft }
  })
  if (!passed) return
  await recordMessageForSlowmode(work, place, caller)
  await postMessage(work, place, { ...passed.draft, id, flags, application_id, additional_name })
  if (passed.offence) await carryOut(work, { ...passed.offence, messageId: id })
}

/** Edits the copy of a lobby message in the linked channel, if the player could write the new text there. */
export async function relayEdit(relaying: Relaying, lobby: StoredLobby, message: StoredGameMessage): Promise<void> {
  const { work, platform, caller } = relaying
  const place = await placeOf(relaying, lobby)
  const copy = place && (await findMessage(work, place.channel.id, message.id))
  if (!place || !copy) return
  const { content } = message
  const passed = await whereAllowed(relaying, async () => ({
    offence: await checkMessage(work, authorIn(place), caller.user, { content, isEdit: true }),
  }))
  if (!passed) return
  const body = { content, ...(place.guest ? { allowed_mentions: GUEST_MENTIONS } : {}) }
  const { permissions } = place
  await editMessage({ work, platform, location: place, permissions, message: copy, body, files: [] })
  if (passed.offence) await carryOut(work, { ...passed.offence, messageId: copy.id })
}

/** Deletes the copy of a lobby message in the linked channel. */
export async function relayDeletion(work: Work, lobby: StoredLobby, message: StoredGameMessage): Promise<void> {
  const found = await channelOf(work, lobby)
  if (found && (await findMessage(work, found.channel.id, message.id))) await deleteMessages(work, found, [message.id])
}

/** Holds the guild of the linked channel until the commit. */
export async function holdLinkedChannel(work: Work, lobby: StoredLobby): Promise<void> {
  await channelOf(work, lobby)
}

/** Returns the linked channel with its guild; undefined without a link. */
async function channelOf(work: Work, { linked_channel_id: channelId }: StoredLobby) {
  const guildId = channelId === null ? undefined : await findGuildIdOfChannel(work, channelId)
  const view = guildId == null ? null : await work.view(guildId)
  const channel = channelId === null ? undefined : view?.channels.get(channelId)
  return view && channel ? { view, channel } : undefined
}

/**
 * Returns the linked channel if the player may write there: a member with the permission, or a user without a ban from
 * the guild or the platform.
 */
async function placeOf({ work, caller }: Relaying, lobby: StoredLobby): Promise<Place | undefined> {
  const found = await channelOf(work, lobby)
  if (!found) return undefined
  const { view, channel } = found
  if (caller.user.provisional_for !== null && (await isRestricted(work, caller.userId))) return undefined
  const member = (await memberInGuild(work, view, caller.userId)) ?? null
  if (!member && (await findBan(work, view.id, caller.userId))) return undefined
  const permissions = member ? memberChannelPermissions(view, channel, member, work.now) : GUEST_PERMISSIONS
  if (!has(permissions, GUEST_PERMISSIONS)) return undefined
  return { channel, view, member, permissions, guest: !member }
}

/** Returns the place for automatic moderation, which checks players without a membership as members without roles. */
function authorIn({ channel, view, member }: Place) {
  return { channel, view, member: member ?? { roles: [] } }
}

/** Returns what a check returns, or undefined when it refuses. Effects of a refusal follow after the commit. */
async function whereAllowed<T>({ work, platform }: Relaying, check: () => Promise<T>): Promise<T | undefined> {
  try {
    return await check()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error instanceof RefusalWithEffects)
      work.afterCommit(() => platform.background.run(() => platform.units.write(SYSTEM_ACTOR, error.effects)))
    return undefined
  }
}
