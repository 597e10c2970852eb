/** Reason of LOBBY_DELETE: the lobby no longer exists, or the recipient is no longer a member. */
export type LobbyEnd = 'deleted' | 'removed'
