import type { UserObject } from '@guildhall/protocol'

/** Kinds of `activity` in messages. */
export const InviteType = { JOIN: 1, SPECTATE: 2, JOIN_REQUEST: 5 } as const

/** Way of entering the activity of another user. */
export type JoinAction = typeof InviteType.JOIN | typeof InviteType.SPECTATE

/** A request of another user, or an invite by one. */
export interface ReceivedInvite {
  readonly user: UserObject
  readonly type: number
  readonly activity: object
  readonly channelId: string
  readonly messageId: string
}

/** An invite, as a game names it to accept it. */
export interface InviteKey {
  readonly applicationId: string
  readonly action: JoinAction
  readonly userId: string
  readonly sessionId: string
  readonly channelId: string
  readonly messageId: string
}

/** Asking to join, spectating and invites to play, as far as RPC uses them. */
export interface InvitesHost {
  /** Calls `listener` with requests to join or spectate; returns the function that ends it. */
  onRequest(applicationId: string, listener: (request: ReceivedInvite) => void): () => void
  /** Calls `listener` with invites that the person has not asked for. */
  onInvite(applicationId: string, listener: (invite: ReceivedInvite) => void): () => void
  /** Calls `listener` with secrets to join or spectate, at once with one that waits for the game. */
  onSecret(applicationId: string, action: JoinAction, listener: (secret: string) => void): () => void
  /** Accepts the request of a user: the platform sends them an invite. @throws RpcError without a request */
  acceptRequest(applicationId: string, userId: string): Promise<void>
  /** Forgets the request of a user. @throws RpcError without one */
  closeRequest(applicationId: string, userId: string): void
  /** Invites a user to the activity that a game shows by this client. @throws RpcError if there is none to join */
  invite(applicationId: string, userId: string, type: JoinAction, content?: string): Promise<void>
  /** Accepts an invite: the game receives the secret. @throws RpcError if the platform does not give it */
  accept(key: InviteKey): Promise<void>
}
