import { createDm } from './create-dm.ts'
import { createDmById } from './create-dm-by-id.ts'
import { deleteChannel } from './delete-channel.ts'
import { getChannel } from './get-channel.ts'
import { updateChannel } from './update-channel.ts'

export const conversationOperations = [createDm, createDmById, deleteChannel, getChannel, updateChannel]
