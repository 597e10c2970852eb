import type { Application, User } from '../../../kernel/model.ts'

/**
 * Whether a user can be a player of a game: a full account, or a provisional account of the game or of its publisher.
 * To a game, provisional accounts of other games do not exist. [AUT-25]
 */
export function isPlayerOf(
  { provisional_for }: Pick<User, 'provisional_for'>,
  game: Pick<Application, 'id' | 'parent_id'>,
): boolean {
  return provisional_for === null || isOwnPlayer({ provisional_for }, game)
}

/** Whether a user is a provisional account of a game or of its publisher. */
export function isOwnPlayer(
  { provisional_for }: Pick<User, 'provisional_for'>,
  { id, parent_id }: Pick<Application, 'id' | 'parent_id'>,
): boolean {
  return provisional_for !== null && (provisional_for === id || provisional_for === parent_id)
}
