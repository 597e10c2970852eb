import { ACTIVITY_SUBSCRIPTIONS_MAX, ApiError, snowflakeTime } from '@guildhall/protocol'
import { userTopic } from '../../../../kernel/event.ts'
import { operation } from '../../../../kernel/operation.ts'
import { List, NoContent, OptionalNullable, SnowflakeId, Text, Type } from '../../../../validation/schema.ts'
import { findApplication } from '../../../accounts/applications/index.ts'
import { isOfSamePublisher } from '../../../messaging/message-activities/index.ts'
import { isBlockedBetween } from '../../../messaging/relationships/index.ts'
import { findInvite } from '../../game-messages/index.ts'
import { activityFollowed } from '../events.ts'
import { INVITE_LIFETIME_MS, mayFollow } from '../rules.ts'

const Subscription = Type.Object({
  user_id: SnowflakeId,
  application_id: SnowflakeId,
  party_id: OptionalNullable(Text(1, 128)),
  message_id: SnowflakeId,
  channel_id: SnowflakeId,
})

/**
 * Sends the caller's sessions the presences of users who invited them to a party, also of those whose presence is
 * hidden otherwise, until the invites expire. Subscriptions without a valid invite have no effect.
 */
export const subscribeToActivities = operation({
  id: 'subscribe_to_activities',
  method: 'POST',
  path: '/users/@me/activities/subscribe',
  callers: ['bearer'],
  scope: 'activities.read',
  unlisted: true,
  body: Type.Object({ subscriptions: List(Subscription, 1, ACTIVITY_SUBSCRIPTIONS_MAX) }),
  responses: { 204: NoContent },

  async run({ caller, body, work }) {
    const { application, userId } = caller
    if (!application) throw new ApiError('UNAUTHORIZED')
    for (const { user_id, application_id, party_id, message_id, channel_id } of body.subscriptions) {
      const game = application.id === application_id ? application : await findApplication(work, application_id)
      if (!game || !isOfSamePublisher(application, game)) continue
      const invite = await findInvite(work, caller, { channelId: channel_id, messageId: message_id })
      const wanted = { userId: user_id, applicationId: application_id, partyId: party_id ?? null }
      if (!invite || !mayFollow(invite, wanted, work.now) || (await isBlockedBetween(work, userId, user_id))) continue
      work.emit(activityFollowed, userTopic(user_id), {
        userId: user_id,
        applicationId: application_id,
        byUserId: userId,
        byApplicationId: application.id,
        until: snowflakeTime(message_id) + INVITE_LIFETIME_MS,
      })
    }
  },
})
