import { LobbyMemberFlag } from '@guildhall/protocol'
import { LobbyHandle, type LobbyView } from '../../handles/lobby.ts'
import { LobbyMemberHandle } from '../../handles/lobby-member.ts'
import { handleOf } from '../../objects/handle.ts'
import { makeLinkedChannel } from '../../values/linked-channel.ts'
import { callInfoOf } from '../audio/call-info.ts'
import type { VoicePlaces } from '../audio/voice-places.ts'
import type { UserDirectory } from '../users/user-directory.ts'
import type { LobbyRecord, LobbyRecords, MemberRecord } from './lobby-records.ts'

/** Parts from which handles of lobbies are made. */
export interface LobbySources {
  readonly records: LobbyRecords
  readonly places: VoicePlaces
  readonly users: UserDirectory
  readonly hasEnded: () => boolean
}

/** Returns the handle of a lobby; null for one that the player is not in. */
export function lobbyHandle(sources: LobbySources, id: bigint): LobbyHandle | null {
  if (!recordOf(sources, id)) return null
  return handleOf(LobbyHandle, () => {
    const record = recordOf(sources, id)
    return record ? lobbyView(sources, id, record) : null
  })
}

function recordOf({ records, hasEnded }: LobbySources, id: bigint): LobbyRecord | undefined {
  return hasEnded() ? undefined : records.get(id)
}

function lobbyView(sources: LobbySources, id: bigint, record: LobbyRecord): LobbyView {
  return {
    id,
    metadata: record.metadata,
    getLobbyMemberHandle: (memberId) => memberHandle(sources, id, memberId),
    get linkedChannel() {
      return record.linkedChannel && makeLinkedChannel(record.linkedChannel)
    },
    get getCallInfoHandle() {
      return callInfoOf(sources.places, id, sources.hasEnded)
    },
    get lobbyMemberIds() {
      return [...record.members.keys()]
    },
    get lobbyMembers() {
      return [...record.members.keys()].flatMap((memberId) => memberHandle(sources, id, memberId) ?? [])
    },
  }
}

function memberHandle(sources: LobbySources, lobbyId: bigint, id: bigint): LobbyMemberHandle | null {
  const member = (): MemberRecord | undefined => recordOf(sources, lobbyId)?.members.get(id)
  if (!member()) return null
  return handleOf(LobbyMemberHandle, () => {
    const record = member()
    if (!record) return null
    return {
      id,
      metadata: record.metadata,
      connected: record.isConnected,
      canLinkLobby: (record.flags & LobbyMemberFlag.CAN_LINK_LOBBY) !== 0,
      get user() {
        return sources.users.handle(id)
      },
    }
  })
}
