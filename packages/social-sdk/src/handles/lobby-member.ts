import { Handle, handle } from '../objects/handle.ts'
import { nullOf } from '../objects/wrapper.ts'
import type { UserHandle } from './user.ts'

/** Values that a LobbyMemberHandle shows. */
export interface LobbyMemberView {
  readonly canLinkLobby: boolean
  readonly connected: boolean
  readonly id: bigint
  readonly metadata: Record<string, string>
  readonly user: UserHandle | null
}

const lobbyMemberFields = handle<LobbyMemberView>({
  canLinkLobby: false,
  connected: false,
  id: 0n,
  metadata: {},
  user: null,
})

/** A member of a lobby. */
export class LobbyMemberHandle extends Handle<LobbyMemberView> {
  /** A handle that shows nothing. It is frozen. */
  static readonly nullobj: LobbyMemberHandle = nullOf(LobbyMemberHandle)

  /** Makes a second handle of the same thing; the library makes new ones. */
  constructor(other: LobbyMemberHandle) {
    super(lobbyMemberFields, other)
  }

  /** Returns whether the member may link the lobby with a channel. */
  CanLinkLobby(): boolean {
    return lobbyMemberFields.view(this).canLinkLobby
  }

  /** Returns whether the member is connected to the game now. */
  Connected(): boolean {
    return lobbyMemberFields.view(this).connected
  }

  /** Returns the id of the user. */
  Id(): bigint {
    return lobbyMemberFields.view(this).id
  }

  /** Returns a copy of the metadata of the member. */
  Metadata(): Record<string, string> {
    return { ...lobbyMemberFields.view(this).metadata }
  }

  /** Returns the user; null while that user is unknown. */
  User(): UserHandle | null {
    return lobbyMemberFields.view(this).user
  }
}
