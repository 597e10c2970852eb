import { createDm } from './create-dm.ts'
import { deleteChannel } from './delete-channel.ts'
import { getChannel } from './get-channel.ts'
import { updateChannel } from './update-channel.ts'

export const conversationOperations = [createDm, deleteChannel, getChannel, updateChannel]
