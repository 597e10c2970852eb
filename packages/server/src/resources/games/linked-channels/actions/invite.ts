import { demand, invalidForm, LOBBY_INVITE_AGE_MAX, refuse } from '@guildhall/protocol'
import type { User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findGuildIdOfChannel } from '../../../guild/channels/store.ts'
import { addInviteForUser } from '../../../guild/invites/index.ts'
import type { StoredLobby } from '../../lobbies/index.ts'

/**
 * Returns the code of a new invite to the channel of a lobby: for one user, once, for an hour. Provisional accounts
 * cannot join guilds. [END-25] [END-27] [END-28] [END-29]
 *
 * @throws INVALID_FORM_BODY (50035) for a lobby without a channel; MISSING_PERMISSIONS (50013)
 */
export async function inviteToLinkedChannel(work: Work, lobby: StoredLobby, user: User): Promise<{ code: string }> {
  if (user.provisional_for !== null) demand(refuse('MISSING_PERMISSIONS', 'provisional accounts cannot join guilds'))
  const channelId = lobby.linked_channel_id
  const guildId = channelId === null ? undefined : await findGuildIdOfChannel(work, channelId)
  if (channelId === null || guildId == null)
    throw invalidForm(['lobby_id'], 'LOBBY_WITHOUT_CHANNEL', 'The lobby is linked to no channel.')
  // Locks the guild, whose invites are counted.
  await work.view(guildId)
  const place = { guildId, channelId, maxAge: LOBBY_INVITE_AGE_MAX }
  const { code } = await addInviteForUser(work, place, user.id)
  return { code }
}
