import { demand, RelationshipType } from '@guildhall/protocol'
import type { Work } from '../../../../kernel/work.ts'
import { ended, NO_DATA, PLATFORM, visibleType } from '../model.ts'
import { mayBlock, mayIgnore } from '../rules.ts'
import { countRelationships, listRelationshipsTo } from '../store.ts'
import { lockParties, type Parties, sidesOf } from './parties.ts'
import { saveRelationship } from './save.ts'

/**
 * Blocks a user everywhere. All other relationships of the two end, in the platform's layer and in every game.
 *
 * @throws TOO_MANY_BLOCKED_USERS (30059); CANNOT_BEFRIEND_SELF (80003)
 */
export async function blockUser(work: Work, parties: Parties): Promise<void> {
  const { user, other } = parties
  await lockParties(work, parties, async () => {
    const { mine } = await sidesOf(work, { ...parties, applicationId: PLATFORM })
    if (mine.type === RelationshipType.BLOCKED) return
    const counts = await countRelationships(work, user.id, PLATFORM)
    demand(mayBlock({ self: user.id === other.id, blocked: counts.get(RelationshipType.BLOCKED) ?? 0 }))
    for (const former of await listRelationshipsTo(work, user.id, other.id)) {
      if (former.application_id !== PLATFORM)
        await saveRelationship(work, { before: former, after: ended(former) }, other)
    }
    for (const former of await listRelationshipsTo(work, other.id, user.id)) {
      if (former.type !== RelationshipType.BLOCKED)
        await saveRelationship(work, { before: former, after: ended(former) }, user)
    }
    const after = { ...mine, ...NO_DATA, type: RelationshipType.BLOCKED, since: work.now }
    await saveRelationship(work, { before: mine, after }, other)
  })
}

/**
 * Ignores a user, or ends that.
 *
 * @throws TOO_MANY_BLOCKED_USERS (30059); CANNOT_BEFRIEND_SELF (80003)
 */
export async function setIgnored(work: Work, parties: Parties, ignored: boolean): Promise<void> {
  const { user, other } = parties
  await lockParties(work, parties, async () => {
    const { mine } = await sidesOf(work, { ...parties, applicationId: PLATFORM })
    if (mine.ignored === ignored) return
    if (ignored) {
      const counts = await countRelationships(work, user.id, PLATFORM)
      demand(mayIgnore({ self: user.id === other.id, ignored: counts.get(RelationshipType.NONE) ?? 0 }))
    }
    await saveRelationship(work, { before: mine, after: { ...mine, type: visibleType(mine), ignored } }, other)
  })
}
