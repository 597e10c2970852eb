import { memberInGuild } from '../../../../access/member.ts'
import type { Work } from '../../../../kernel/work.ts'
import { listUsers } from '../../../accounts/users/index.ts'
import type { RunningActivity } from '../events.ts'
import type { StoredActivityInstance } from '../model.ts'
import * as store from '../store.ts'

/** Returns an instance with its participants as members of its guild. */
export async function loadRunning(work: Work, instance: StoredActivityInstance): Promise<RunningActivity> {
  const view = instance.guild_id === null ? null : await work.view(instance.guild_id)
  const joined = await store.listParticipants(work, instance.launch_id)
  const users = await listUsers(
    work,
    joined.map(({ user_id }) => user_id),
  )
  const participants = []
  for (const participant of joined) {
    const member = view ? await memberInGuild(work, view, participant.user_id) : undefined
    participants.push({ ...participant, member, user: users.get(participant.user_id) })
  }
  return { instance, participants }
}
