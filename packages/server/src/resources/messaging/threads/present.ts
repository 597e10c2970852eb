import { type ThreadMemberObject, type ThreadObject, wireTime } from '@guildhall/protocol'
import type { Channel } from '../../../kernel/model.ts'
import { presentThread } from '../../guild/channels/present.ts'
import type { StoredThreadMember } from './model.ts'

/** Returns a thread member without its guild member. */
export function presentThreadMember(member: StoredThreadMember): ThreadMemberObject {
  return {
    id: member.channel_id.toString(),
    user_id: member.user_id.toString(),
    join_timestamp: wireTime(member.joined_at),
    flags: member.flags,
  }
}

/** Returns a thread for one of its members; without `member` for any other viewer. */
export function presentThreadFor(thread: Channel, member: StoredThreadMember | undefined): ThreadObject {
  return { ...presentThread(thread), ...(member ? { member: presentThreadMember(member) } : {}) }
}
