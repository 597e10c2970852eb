import { RelationshipType } from '@guildhall/protocol'
import type { User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { ended, isStored, PLATFORM } from '../model.ts'
import { listRelationshipsTo } from '../store.ts'
import { type Parties, sidesOf } from './parties.ts'
import { saveRelationship } from './save.ts'

/** Suggests two new friends of a game to each other, unless one has a relationship to the other on the platform. */
export async function suggestFriends(work: Work, parties: Parties): Promise<void> {
  const { user, other, applicationId } = parties
  if (applicationId === PLATFORM || (user.provisional_for ?? other.provisional_for) !== null) return
  const { mine, theirs } = await sidesOf(work, { ...parties, applicationId: PLATFORM })
  if (isStored(mine) || isStored(theirs)) return
  const type = RelationshipType.SUGGESTION
  await saveRelationship(work, { before: mine, after: { ...mine, type } }, other)
  await saveRelationship(work, { before: theirs, after: { ...theirs, type } }, user)
}

/** Ends the suggestions of two users who are no longer friends in any game. */
export async function withdrawSuggestion(work: Work, parties: Parties): Promise<void> {
  const { user, other, applicationId } = parties
  if (applicationId === PLATFORM) return
  const rest = await listRelationshipsTo(work, user.id, other.id)
  if (rest.some((one) => one.application_id !== PLATFORM && one.type === RelationshipType.FRIEND)) return
  await dismissSuggestion(work, user, other)
  await dismissSuggestion(work, other, user)
}

/** Ends the suggestion of a user. Another game friendship of the two renews it. */
export async function dismissSuggestion(work: Work, user: User, other: User): Promise<void> {
  const { mine } = await sidesOf(work, { user, other, applicationId: PLATFORM })
  if (mine.type !== RelationshipType.SUGGESTION) return
  await saveRelationship(work, { before: mine, after: ended(mine) }, other)
}
