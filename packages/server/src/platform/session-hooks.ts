import { memberInGuild } from '../access/member.ts'
import { SYSTEM_ACTOR, type Units } from '../kernel/units.ts'
import {
  leaveWithSession,
  listParticipatingSessions,
  listParticipationsOfSession,
} from '../resources/activities/index.ts'
import { endTemporaryMemberships } from '../resources/members/index.ts'
import type { EndedSession, SessionHooks } from '../transports/gateway/session-hooks.ts'

/** Reactions of resources to gateway sessions. */
export const sessionHooks: SessionHooks = {
  ended: [leaveActivities, removeTemporaryMemberships],
  restored: leaveActivitiesOfLostSessions,
}

/** Ends the session's participation in activities. Bots take part in none, and thousands of them may end at once. */
async function leaveActivities(units: Units, { id, user, last }: EndedSession): Promise<void> {
  if (user.bot) return
  const lastOf = last ? user.id : null
  const joined = await units.read(SYSTEM_ACTOR, (work) => listParticipationsOfSession(work, id, lastOf))
  if (joined.length > 0) await units.write(SYSTEM_ACTOR, (work) => leaveWithSession(work, id, lastOf))
}

/** Removes temporary members when their last session ends. */
async function removeTemporaryMemberships(units: Units, { user, guildIds, last }: EndedSession): Promise<void> {
  if (user.bot || !last) return
  const temporary = await units.read(SYSTEM_ACTOR, async (work) => {
    const found = []
    for (const guildId of guildIds) {
      const view = await work.view(guildId)
      const member = view && (await memberInGuild(work, view, user.id))
      if (member?.temporary) found.push(guildId)
    }
    return found
  })
  if (temporary.length > 0) await units.write(SYSTEM_ACTOR, (work) => endTemporaryMemberships(work, user, temporary))
}

/** Ends participations of sessions that were lost in a crash: no other event would end them. */
async function leaveActivitiesOfLostSessions(units: Units, isAlive: (sessionId: string) => boolean): Promise<void> {
  for (const id of await units.read(SYSTEM_ACTOR, listParticipatingSessions)) {
    if (!isAlive(id)) await units.write(SYSTEM_ACTOR, (work) => leaveWithSession(work, id, null))
  }
}
