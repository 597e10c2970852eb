import type { Operation } from '../../../kernel/operation.ts'
import { bulkUpdateGuildChannels } from './bulk-update-guild-channels.ts'
import { createDm } from './create-dm.ts'
import { createGuildChannel } from './create-guild-channel.ts'
import { type ChannelGone, deleteChannel } from './delete-channel.ts'
import { deleteChannelPermissionOverwrite } from './delete-channel-permission-overwrite.ts'
import { getChannel } from './get-channel.ts'
import { listGuildChannels } from './list-guild-channels.ts'
import { listMyChannels } from './list-my-channels.ts'
import { setChannelPermissionOverwrite } from './set-channel-permission-overwrite.ts'
import { triggerTypingIndicator } from './trigger-typing-indicator.ts'
import { type ThreadRenamed, updateChannel } from './update-channel.ts'

export type { ChannelGone }

/** What resources above this one do when channels change. */
export interface Consequences {
  readonly channelGone: ChannelGone
  readonly threadRenamed: ThreadRenamed
}

export const channelOperations = ({ channelGone, threadRenamed }: Consequences): readonly Operation[] => [
  bulkUpdateGuildChannels,
  createDm,
  createGuildChannel,
  deleteChannelPermissionOverwrite,
  deleteChannel(channelGone),
  getChannel,
  listGuildChannels,
  listMyChannels,
  setChannelPermissionOverwrite,
  triggerTypingIndicator,
  updateChannel(threadRenamed),
]
