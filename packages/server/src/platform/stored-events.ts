import type { Event, EventType } from '../kernel/event.ts'
import type { StoreSession } from '../kernel/store/store.ts'
import { lobbyVoiceStateUpdate } from '../resources/games/lobbies/index.ts'
import {
  saveVoiceChannel,
  saveVoiceState,
  voiceChannelStartTimeUpdate,
  voiceChannelStatusUpdate,
  voiceStateUpdate,
} from '../resources/guild/voice-states/index.ts'
import { callVoiceStateChanged } from '../resources/messaging/calls/index.ts'
import { removeStream, saveStream, streamChanged, streamEnded } from '../resources/messaging/streams/index.ts'

type Save<P> = (session: StoreSession, payload: P) => Promise<void>

const SAVES = new Map<string, Save<never>>()

function saved<P>({ key }: EventType<P>, save: Save<P>): void {
  SAVES.set(key, save)
}

saved(voiceStateUpdate, (session, { guildId, state }) => saveVoiceState(session, guildId, state))
saved(callVoiceStateChanged, (session, { channelId, state }) => saveVoiceState(session, channelId, state))
saved(lobbyVoiceStateUpdate, (session, { lobbyId, state }) => saveVoiceState(session, lobbyId, state))
saved(voiceChannelStatusUpdate, saveVoiceChannel)
saved(voiceChannelStartTimeUpdate, saveVoiceChannel)
saved(streamChanged, (session, { stream }) => saveStream(session, stream))
saved(streamEnded, (session, { stream }) => removeStream(session, stream))

/** Stores what an event says, if a process that is alone has it in memory only. */
export function storeEvent(session: StoreSession, { type, payload }: Event): Promise<void> | undefined {
  return SAVES.get(type.key)?.(session, payload as never)
}
