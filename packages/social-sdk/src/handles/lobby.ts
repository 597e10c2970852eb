import { Handle, handle } from '../objects/handle.ts'
import { uint64 } from '../objects/kinds.ts'
import { declareParameters } from '../objects/parameters.ts'
import { nullOf } from '../objects/wrapper.ts'
import type { LinkedChannel } from '../values/linked-channel.ts'
import type { CallInfoHandle } from './call-info.ts'
import type { LobbyMemberHandle } from './lobby-member.ts'

/** Values that a LobbyHandle shows. */
export interface LobbyView {
  readonly getCallInfoHandle: CallInfoHandle | null
  getLobbyMemberHandle(memberId: bigint): LobbyMemberHandle | null
  readonly id: bigint
  readonly linkedChannel: LinkedChannel | null
  readonly lobbyMemberIds: bigint[]
  readonly lobbyMembers: LobbyMemberHandle[]
  readonly metadata: Record<string, string>
}

const lobbyFields = handle<LobbyView>({
  getCallInfoHandle: null,
  getLobbyMemberHandle: () => null,
  id: 0n,
  linkedChannel: null,
  lobbyMemberIds: [],
  lobbyMembers: [],
  metadata: {},
})

/** A lobby that the user is in. */
export class LobbyHandle extends Handle<LobbyView> {
  /** A handle that shows nothing. It is frozen. */
  static readonly nullobj: LobbyHandle = nullOf(LobbyHandle)

  /** Makes a second handle of the same thing; the library makes new ones. */
  constructor(other: LobbyHandle) {
    super(lobbyFields, other)
  }

  /** Returns the call of the lobby; null without one. The user need not be in it. */
  GetCallInfoHandle(): CallInfoHandle | null {
    return lobbyFields.view(this).getCallInfoHandle
  }

  /** Returns a member; null for others. */
  GetLobbyMemberHandle(memberId: bigint): LobbyMemberHandle | null {
    return lobbyFields.view(this).getLobbyMemberHandle(memberId)
  }

  /** Returns the id of the lobby. */
  Id(): bigint {
    return lobbyFields.view(this).id
  }

  /** Returns the channel that the lobby is linked with; null without one. */
  LinkedChannel(): LinkedChannel | null {
    return lobbyFields.view(this).linkedChannel
  }

  /** Returns the ids of the members. */
  LobbyMemberIds(): bigint[] {
    return [...lobbyFields.view(this).lobbyMemberIds]
  }

  /** Returns the members. */
  LobbyMembers(): LobbyMemberHandle[] {
    return [...lobbyFields.view(this).lobbyMembers]
  }

  /** Returns a copy of the metadata of the lobby. */
  Metadata(): Record<string, string> {
    return { ...lobbyFields.view(this).metadata }
  }
}

declareParameters(LobbyHandle, {
  GetLobbyMemberHandle: { memberId: uint64 },
})
