import { ApiError, GAME_MESSAGES_PAGE_MAX, GameDirectMessageObject } from '@guildhall/protocol'
import type { Caller } from '../../../../kernel/caller.ts'
import { operation } from '../../../../kernel/operation.ts'
import type { Work } from '../../../../kernel/work.ts'
import { Int, Optional, Type } from '../../../../validation/schema.ts'
import { listAuthorizedUsers } from '../../../accounts/authorizations/store.ts'
import { hydrateMessages, listMessages } from '../../../messaging/messages/index.ts'
import { conversationWith } from '../actions/conversation.ts'
import { oldestReadableId } from '../actions/expire.ts'
import { hydrateGameMessages, loadGameDm } from '../actions/hydrate.ts'
import { presentForGame } from '../actions/present-dm.ts'
import { presentGameDirectMessage } from '../present.ts'
import { UserParams } from '../requests.ts'
import { listGameMessages } from '../store.ts'

const PAGE_DEFAULT = 50

/**
 * Returns the newest messages of the DM with a user: up to 200 of the last 72 hours. A game reads the history of two
 * users who have both authorized it. (social-sdk.md, 6.6)
 */
export const listMessagesWithUser = operation({
  id: 'list_messages_with_user',
  method: 'GET',
  path: '/users/:user_id/messages',
  callers: ['bearer', 'person'],
  scope: 'dm_channels.messages.read',
  unlisted: true,
  params: UserParams,
  query: Type.Object({ limit: Optional(Int(1, GAME_MESSAGES_PAGE_MAX)) }),
  responses: { 200: Type.Array(GameDirectMessageObject) },

  async run({ caller, params, query, work, platform }) {
    const limit = query.limit ?? PAGE_DEFAULT
    const conversation = await conversationWith(work, caller, params.user_id)
    if (conversation.kind === 'game') {
      const { dm } = conversation
      if (!dm) throw new ApiError('UNKNOWN_CHANNEL')
      const loaded = await loadGameDm(work, dm)
      const messages = await listGameMessages(work, dm.id, oldestReadableId(work), limit)
      return (await hydrateGameMessages(work, messages)).map((hydrated) =>
        presentGameDirectMessage(hydrated, loaded, caller.userId),
      )
    }
    const { channel, other } = conversation
    if (!channel || !(await haveAuthorized(work, caller, other.id))) throw new ApiError('UNKNOWN_CHANNEL')
    const oldest = oldestReadableId(work)
    const page = await listMessages(work, channel.id, { newest: true }, limit)
    const recent = page.filter(({ id }) => id >= oldest)
    return (await hydrateMessages(work, recent, caller.userId)).map((hydrated) =>
      presentForGame(caller, hydrated, platform.attachmentUrls),
    )
  },
})

/** Whether both users have authorized the caller's game. People's own clients need no authorization. */
async function haveAuthorized(work: Work, { application, userId }: Caller, otherId: bigint): Promise<boolean> {
  if (!application) return true
  const both = [userId, otherId]
  const authorized = await listAuthorizedUsers(work, application.id, both, work.now)
  return both.every((id) => authorized.has(id))
}
