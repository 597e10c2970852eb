import type { EmbedObject, Snowflake } from '@guildhall/protocol'
import { consequence } from '../../../kernel/consequence.ts'
import type { GuildView } from '../../../kernel/guild-view.ts'
import type { Channel, User } from '../../../kernel/model.ts'

/** Channel of a guild. */
export interface GuildChannel {
  readonly view: GuildView
  readonly channel: Channel
}

/**
 * A channel of a guild is about to be deleted. Its followers emit events for viewers of the channel, so they run while
 * the guild view still has it.
 */
export const channelDeleting = consequence<GuildChannel>('deleting channel')

/** A linked channel was deleted, or can no longer be linked to a lobby. The channel is stored without its link. */
export const channelUnlinked = consequence<Channel>('channel unlinked')

/** Message that the platform posts in a channel of a guild, on behalf of a user. */
export interface SystemMessage {
  readonly location: GuildChannel
  readonly message: {
    readonly id?: Snowflake
    readonly author: User
    readonly type: number
    readonly content: string
    readonly embeds?: EmbedObject[]
    readonly mention_everyone?: boolean
  }
}

/** A guild has something to say in one of its channels, such as a new member or an alert of AutoMod. */
export const systemMessageDue = consequence<SystemMessage>('system message due')
