import { consequence } from '../../../kernel/consequence.ts'
import type { StoredLobby } from '../../../kernel/lobby-model.ts'

/** The rows of a lobby were deleted. Its members receive LOBBY_DELETE afterwards. */
export const lobbyDeleted = consequence<StoredLobby>('lobby deleted')
