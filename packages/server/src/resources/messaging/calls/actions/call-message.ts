import { MessageType, type Snowflake } from '@guildhall/protocol'
import { heldPrivateChannel } from '../../../../access/private-channel.ts'
import type { Channel, User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findMessage, postMessage, saveMessage } from '../../messages/index.ts'
import type { PrivateCall } from '../model.ts'

/** Posts the message that shows a new call in its channel. Returns its id. */
export async function postCallMessage(work: Work, channel: Channel, caller: User): Promise<Snowflake> {
  const { message } = await postMessage(
    work,
    { channel: (await heldPrivateChannel(work, channel.id)) ?? channel, view: null },
    { author: caller, type: MessageType.CALL, content: '', call: { participants: [caller.id], ended_at: null } },
  )
  return message.id
}

/** Writes the end and the participants of a call into its message, unless that was deleted. */
export async function endCallMessage(work: Work, { channelId, messageId, participants }: PrivateCall): Promise<void> {
  const channel = await heldPrivateChannel(work, channelId)
  const message = await findMessage(work, channelId, messageId)
  if (!channel || !message) return
  await saveMessage(work, { channel, view: null }, message, {
    call: { participants: [...participants], ended_at: work.now },
  })
}
