import {
  type EntitlementObject,
  type InteractionCallbackResponseObject,
  type InteractionObject,
  type MemberObject,
  MessageFlag,
  type MessageObject,
  type PartialChannelObject,
  type PartialMemberObject,
  type UserObject,
} from '@guildhall/protocol'
import type { GuildView } from '../../../kernel/guild-view.ts'
import type { Channel, Guild, Member } from '../../../kernel/model.ts'
import { isThread } from '../../guild/channels/model.ts'
import { presentChannel, presentThreadMetadata } from '../../guild/channels/present.ts'
import { presentPartialMember } from '../../guild/members/present.ts'
import type { StoredInteraction } from './model.ts'

/** Channel of an interaction, with the members whose permissions its objects show. */
export interface InteractionPlace {
  readonly view: GuildView | null
  readonly channel: Channel
  /** The user, as a member of the guild. */
  readonly member: Member | null
  /** The application's bot, as a member of the guild. */
  readonly bot: Member | null
}

/** Channel fields of interactions. [checklist 10] */
const PARTIAL_FIELDS = [
  'id',
  'name',
  'type',
  'last_message_id',
  'last_pin_timestamp',
  'nsfw',
  'parent_id',
  'guild_id',
  'flags',
  'rate_limit_per_user',
  'topic',
  'position',
] as const

/**
 * Returns a channel with the permissions of the user and, if it is a member, of the bot. Never obfuscated.
 * [CH-10] [CH-11] [CH-14]
 */
export function presentResolvedChannel(place: InteractionPlace, channel: Channel): PartialChannelObject {
  const { view, member, bot } = place
  const complete = presentChannel(channel)
  const { id, type } = complete
  const object: PartialChannelObject = { id, type }
  for (const key of PARTIAL_FIELDS) if (complete[key] !== undefined) Object.assign(object, { [key]: complete[key] })
  if (view && member) object.permissions = view.permissionsIn(channel, member.user_id, member.roles).toString()
  if (view && bot) object.app_permissions = view.permissionsIn(channel, bot.user_id, bot.roles).toString()
  if (isThread(channel.type) && channel.thread_metadata)
    object.thread_metadata = presentThreadMetadata(channel.thread_metadata)
  return object
}

/** Returns the member who uses the application, with their permissions in the channel. */
export function presentInteractionMember(
  place: InteractionPlace,
  member: Member,
): PartialMemberObject & Pick<MemberObject, 'mute' | 'deaf'> {
  const permissions = place.view?.permissionsIn(place.channel, member.user_id, member.roles) ?? 0n
  return { ...presentPartialMember(member), permissions: permissions.toString() }
}

/** Returns a resolved member: without user and voice fields. */
export function presentResolvedMember(place: InteractionPlace, member: Member): PartialMemberObject {
  const { deaf: _, mute: __, ...object } = presentInteractionMember(place, member)
  return object
}

/** Interaction with the objects that its application receives. */
export interface InteractionDelivery {
  readonly interaction: StoredInteraction
  readonly data: NonNullable<InteractionObject['data']>
  /** Message whose component was used. */
  readonly message: MessageObject | null
  readonly user: UserObject
  readonly locale: string
  /** Null in DMs, like `member`. */
  readonly guild: Guild | null
  readonly member: (PartialMemberObject & Pick<MemberObject, 'mute' | 'deaf'>) | null
  readonly channel: PartialChannelObject
  readonly appPermissions: bigint
  readonly entitlements: EntitlementObject[]
}

/** Returns the interaction object that an application receives, by gateway or at its endpoint. */
export function presentInteraction(delivery: InteractionDelivery): InteractionObject {
  const { interaction, guild, member, user, message, channel, entitlements } = delivery
  return {
    id: interaction.id.toString(),
    application_id: interaction.application_id.toString(),
    type: interaction.type,
    token: interaction.token,
    version: 1,
    data: delivery.data,
    ...(message ? { message } : {}),
    ...(guild
      ? {
          guild: { id: guild.id.toString(), locale: guild.preferred_locale, features: guild.features },
          guild_id: guild.id.toString(),
          guild_locale: guild.preferred_locale,
        }
      : {}),
    channel,
    channel_id: channel.id,
    ...(member ? { member: { ...member, user } } : { user }),
    app_permissions: delivery.appPermissions.toString(),
    locale: delivery.locale,
    entitlements,
    entitlement_sku_ids: [...new Set(entitlements.map(({ sku_id }) => sku_id))],
    authorizing_integration_owners: interaction.owners,
    context: interaction.context,
    attachment_size_limit: interaction.attachment_size_limit,
  }
}

/**
 * Returns an initial response of a callback type, with the message that it created or updated, or the activity instance
 * that it launched.
 */
export function presentCallbackResponse({
  interaction,
  type,
  message,
  activityInstanceId,
}: {
  interaction: StoredInteraction
  type: number
  message: MessageObject | undefined
  activityInstanceId?: string
}): InteractionCallbackResponseObject {
  const flags = message?.flags ?? 0
  return {
    interaction: {
      id: interaction.id.toString(),
      type: interaction.type,
      ...(message
        ? {
            response_message_id: message.id,
            response_message_loading: (flags & MessageFlag.LOADING) !== 0,
            response_message_ephemeral: (flags & MessageFlag.EPHEMERAL) !== 0,
          }
        : {}),
      ...(activityInstanceId === undefined ? {} : { activity_instance_id: activityInstanceId }),
      channel_id: interaction.channel_id.toString(),
      ...(interaction.guild_id ? { guild_id: interaction.guild_id.toString() } : {}),
    },
    ...(message ? { resource: { type, message } } : {}),
    ...(activityInstanceId === undefined ? {} : { resource: { type, activity_instance: { id: activityInstanceId } } }),
  }
}
