import { bulkUpdateGuildChannels } from './bulk-update-guild-channels.ts'
import { createGuildChannel } from './create-guild-channel.ts'
import { deleteChannelPermissionOverwrite } from './delete-channel-permission-overwrite.ts'
import { listGuildChannels } from './list-guild-channels.ts'
import { listMyChannels } from './list-my-channels.ts'
import { setChannelPermissionOverwrite } from './set-channel-permission-overwrite.ts'
import { triggerTypingIndicator } from './trigger-typing-indicator.ts'

export const channelOperations = [
  bulkUpdateGuildChannels,
  createGuildChannel,
  deleteChannelPermissionOverwrite,
  listGuildChannels,
  listMyChannels,
  setChannelPermissionOverwrite,
  triggerTypingIndicator,
]
