import type { Snowflake } from '@guildhall/protocol'
import type { Bus } from '../../kernel/bus.ts'
import { lobbyTopic } from '../../kernel/event.ts'
import { versionOf } from '../../kernel/raise-topics.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import { type LobbySnapshot, linkedChannelOf, snapshotOfLobby } from '../../resources/games/lobbies/index.ts'
import type { FanOut } from './fan-out.ts'

/** Rows of a lobby; `cached` if the state of a lobby that sessions watch is up to date; null for no lobby. */
export type LobbyRead = LobbySnapshot | 'cached' | null

interface LobbyReads {
  readonly units: Units
  readonly bus: Pick<Bus, 'shared'>
  readonly fanOut: () => FanOut
}

/**
 * Reads a lobby for a session that is about to watch it. All events of the lobby up to now are sent or held then: those
 * of other nodes may come after the user's event of the join.
 */
export function readLobby({ units, bus, fanOut }: LobbyReads, lobbyId: Snowflake): Promise<LobbyRead> {
  return units.read(SYSTEM_ACTOR, async (work) => {
    const topic = lobbyTopic(lobbyId)
    if (bus.shared) await bus.shared.publishUpTo(new Map([[topic, await versionOf(work, topic)]]))
    fanOut().flush()
    const view = fanOut().lobbies.viewOf(lobbyId)
    if (!view) return snapshotOfLobby(work, lobbyId)
    // The linked channel may have changed without an event of the lobby.
    const channel = view.lobby.linked_channel_id === null ? null : await linkedChannelOf(work, view.lobby)
    if ((channel?.id ?? null) === view.lobby.linked_channel_id) view.linkedChannel = channel
    return 'cached'
  })
}

/** Returns the rows of a lobby that was read; null for one whose state is cached, and for none. */
export const rowsOf = (read: LobbyRead): LobbySnapshot | null => (read === 'cached' ? null : read)
