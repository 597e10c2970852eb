import {
  allow,
  type FieldPath,
  invalidForm,
  LOBBIES_PER_USER_MAX,
  LOBBY_MEMBERS_MAX,
  LOBBY_METADATA_MAX,
  LobbyFlag,
  refuse,
  type Verdict,
} from '@guildhall/protocol'
import type { Metadata } from '../../../kernel/lobby-model.ts'

/** Whether another user may become a member of a lobby. */
export function mayAddMember(lobby: { members: number }): Verdict {
  return lobby.members < LOBBY_MEMBERS_MAX
    ? allow
    : refuse('TOO_MANY_MEMBERS', `${lobby.members} members are in the lobby`)
}

/** Whether a user may become a member of another lobby of the game. Members may be updated in any case. */
export function mayBecomeMember(user: { lobbies: number; authorized: boolean }, lobby: { flags: number }): Verdict {
  if (lobby.flags & LobbyFlag.REQUIRE_APPLICATION_AUTHORIZATION && !user.authorized) {
    return refuse('MISSING_ACCESS', 'the user has not authorized the application')
  }
  return user.lobbies < LOBBIES_PER_USER_MAX
    ? allow
    : refuse('MISSING_ACCESS', `the user is in ${user.lobbies} lobbies of the game`)
}

/** Whether a player may leave a lobby: only one that was created by a secret. */
export function mayLeave(lobby: { by_secret: boolean }): Verdict {
  return lobby.by_secret ? allow : refuse('MISSING_PERMISSIONS', 'only the back end removes members of this lobby')
}

/** Rejects metadata that is too long in total. @throws INVALID_FORM_BODY (50035) at `path` */
export function demandShortMetadata(metadata: Metadata | null | undefined, path: FieldPath): void {
  let length = 0
  for (const [key, value] of Object.entries(metadata ?? {})) length += [...key].length + [...value].length
  if (length <= LOBBY_METADATA_MAX) return
  throw invalidForm(
    path,
    'BASE_TYPE_MAX_LENGTH',
    `Keys and values must be ${LOBBY_METADATA_MAX} or fewer in length together.`,
  )
}
