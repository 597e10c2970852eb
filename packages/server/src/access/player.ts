import { ApiError, type ErrorName, type Snowflake } from '@guildhall/protocol'
import type { Caller } from '../kernel/caller.ts'
import type { User } from '../kernel/model.ts'
import type { Work } from '../kernel/work.ts'
import { isPlayerOf } from '../resources/accounts/applications/model.ts'
import { findUser } from '../resources/accounts/users/store.ts'

/**
 * Returns a user by id. For an application, provisional accounts of other games do not exist; people meet them as
 * friends of a game, or in the linked channel of a lobby.
 */
export async function findUserForCaller(
  work: Work,
  { kind, application }: Caller,
  id: Snowflake,
): Promise<User | undefined> {
  const user = await findUser(work, id)
  if (!user || kind === 'person' || user.provisional_for === null) return user
  return application && isPlayerOf(user, application) ? user : undefined
}

/**
 * Rejects a provisional account. The game that made it is its only place: it joins no guild, gets no invites, links no
 * channel, and is in no DM or group of the platform. Its messages and friends go through the social layer.
 *
 * @throws ApiError `refusal`, by default INVALID_ACCOUNT_TYPE
 */
export function demandFullAccount(
  { provisional_for }: Pick<User, 'provisional_for'>,
  refusal: ErrorName = 'INVALID_ACCOUNT_TYPE',
): void {
  if (provisional_for !== null) throw new ApiError(refusal, { reason: 'the account is provisional' })
}
