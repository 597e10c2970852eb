import { consequence } from '../../kernel/consequence.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Channel } from '../../kernel/model.ts'

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
