import type { Tokens } from '../client/auth/tokens.ts'
import type { ClientContext } from '../client/context.ts'
import type { Session } from '../connection/session.ts'

/** The areas that need a connection. The first Connect loads their code; they outlive a Disconnect. */
export interface Online {
  /** User who is signed in; null before the first READY. */
  readonly userId: bigint | null
}

/** Parts that areas are made of. */
export interface OnlineParts {
  readonly context: ClientContext
  readonly session: Session
  readonly tokens: Tokens
}

/** Makes the areas that need a connection, before it begins: they hear of each dispatch. */
export function buildOnline({ session }: OnlineParts): Online {
  let userId: bigint | null = null
  session.on('READY', ({ user }) => {
    userId = BigInt(user.id)
  })
  return {
    get userId() {
      return userId
    },
  }
}
