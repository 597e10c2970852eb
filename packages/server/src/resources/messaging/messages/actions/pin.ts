import { ApiError, AuditLogAction, demand, MessageType, type Snowflake } from '@guildhall/protocol'
import { messageForCaller } from '../../../../access/message.ts'
import type { Caller } from '../../../../kernel/caller.ts'
import type { Work } from '../../../../kernel/work.ts'
import { mayActIn } from '../../threads/index.ts'
import { referenceTo } from '../model.ts'
import { mayPin } from '../rules.ts'
import { countPinnedMessages, listPinnedMessages } from '../store.ts'
import { postMessage } from './post.ts'
import { saveMessage } from './save.ts'
import { saveLastPin } from './save-last-pin.ts'

type Params = { channel_id: Snowflake; message_id: Snowflake }

/** Pins a message, for either route. A second pin changes and emits nothing, since clients retry. [END-57] */
export async function pinMessage(work: Work, caller: Caller, params: Params): Promise<void> {
  const { message, ...access } = await messageForCaller(work, caller, params)
  const pinned = message.pinned_at === null ? await countPinnedMessages(work, access.channel.id) : 0
  demand(mayPin({ permissions: access.permissions, pinned }, work.now, work.changes))
  demand(mayActIn(access.channel.thread_metadata))
  if (message.type !== MessageType.DEFAULT && message.type !== MessageType.REPLY && message.type < MessageType.REPLY) {
    throw new ApiError('CANNOT_EXECUTE_ON_SYSTEM_MESSAGE')
  }
  if (message.pinned_at !== null) return
  const [newest] = await listPinnedMessages(work, access.channel.id, null, 1)
  // Pages of pins begin before a time, so two pins of one time would be lost between them.
  const at = Math.max(work.now, (newest?.pinned_at ?? 0) + 1)
  await saveMessage(work, access, message, { pinned_at: at })
  await postMessage(work, access, {
    author: caller.user,
    type: MessageType.CHANNEL_PINNED_MESSAGE,
    content: '',
    reference: referenceTo(message),
  })
  await saveLastPin(work, access, message, AuditLogAction.MESSAGE_PIN, at)
}

/** Unpins a message, for either route. [END-58] */
export async function unpinMessage(work: Work, caller: Caller, params: Params): Promise<void> {
  const { message, ...access } = await messageForCaller(work, caller, params)
  demand(mayPin({ permissions: access.permissions, pinned: 0 }, work.now, work.changes))
  demand(mayActIn(access.channel.thread_metadata))
  if (message.pinned_at === null) return
  await saveMessage(work, access, message, { pinned_at: null })
  const [newest] = await listPinnedMessages(work, access.channel.id, null, 1)
  await saveLastPin(work, access, message, AuditLogAction.MESSAGE_UNPIN, newest?.pinned_at ?? null)
}
