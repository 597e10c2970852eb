import { bulkUpdateGuildChannels } from './bulk-update-guild-channels.ts'
import { createDm } from './create-dm.ts'
import { createGuildChannel } from './create-guild-channel.ts'
import { deleteChannel } from './delete-channel.ts'
import { deleteChannelPermissionOverwrite } from './delete-channel-permission-overwrite.ts'
import { getChannel } from './get-channel.ts'
import { listGuildChannels } from './list-guild-channels.ts'
import { listMyChannels } from './list-my-channels.ts'
import { setChannelPermissionOverwrite } from './set-channel-permission-overwrite.ts'
import { triggerTypingIndicator } from './trigger-typing-indicator.ts'
import { updateChannel } from './update-channel.ts'

export const channelOperations = [
  bulkUpdateGuildChannels,
  createDm,
  createGuildChannel,
  deleteChannelPermissionOverwrite,
  deleteChannel,
  getChannel,
  listGuildChannels,
  listMyChannels,
  setChannelPermissionOverwrite,
  triggerTypingIndicator,
  updateChannel,
]
