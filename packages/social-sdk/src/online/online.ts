import type { Chat } from '../client/chat/chat.ts'
import type { Lobbies } from '../client/lobbies/lobbies.ts'
import { buildSocial, type SocialParts } from './build-social.ts'

/** The areas that need a connection. The first Connect loads their code; they outlive a Disconnect. */
export interface Online {
  /** User who is signed in; null before the first READY. */
  readonly userId: bigint | null
  readonly lobbies: Lobbies
  readonly chat: Chat
}

/** Makes the areas that need a connection, before it begins: they hear of each dispatch. */
export function buildOnline(parts: SocialParts): Online {
  let userId: bigint | null = null
  parts.session.on('READY', ({ user }) => {
    userId = BigInt(user.id)
  })
  return {
    get userId() {
      return userId
    },
    ...buildSocial(parts),
  }
}
