import { ChannelType } from '@guildhall/protocol'
import { heldPrivateChannel } from '../../../../access/private-channel.ts'
import type { Work } from '../../../../kernel/work.ts'
import type { AccountPurge } from '../../../accounts/deletions/consequences.ts'
import { listUsers } from '../../../accounts/users/index.ts'
import { withoutRecipient } from '../model.ts'
import { listGroupDmIds } from '../store.ts'
import { saveRemovedRecipient } from './save.ts'

/** Takes a deleted account out of its group DMs, some in each step. */
export async function leaveGroupDms(work: Work, purge: AccountPurge): Promise<void> {
  const { user } = purge
  for (const id of await listGroupDmIds(work, user.id, Math.max(purge.left, 0))) {
    const before = await heldPrivateChannel(work, id)
    if (before?.type !== ChannelType.GROUP_DM) continue
    const after = withoutRecipient(before, user.id)
    const users = await listUsers(work, after.recipient_ids)
    await saveRemovedRecipient(work, { before, after }, user, [...users.values()])
    purge.left -= 1
  }
}
