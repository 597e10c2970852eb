import type { Snowflake } from '@guildhall/protocol'
import { type EventType, eventType } from '../../../kernel/event.ts'
import type { VoiceState } from '../../../kernel/model.ts'
import { presentVoiceState } from '../../guild/voice-states/present.ts'
import type { CallSnapshot } from './model.ts'
import { presentCall, presentWholeCall } from './present.ts'

/** Declares an event about a call for the sessions of a recipient. Bots take part in no such calls. */
function callEvent<P>(key: string, name: string, present: (payload: P) => unknown): EventType<P> {
  return eventType<P>({
    key,
    name,
    intents: () => 0,
    visibleTo: (viewer) => viewer.kind === 'person',
    // CALL_CREATE follows READY.
    inReady: true,
    present,
  })
}

export const callCreate = callEvent<CallSnapshot>('call.created', 'CALL_CREATE', presentWholeCall)
export const callUpdate = callEvent<CallSnapshot>('call.updated', 'CALL_UPDATE', presentCall)
export const callDelete = callEvent<{ channelId: Snowflake }>('call.deleted', 'CALL_DELETE', ({ channelId }) => ({
  channel_id: channelId.toString(),
}))

/** VOICE_STATE_UPDATE of a call. `channel_id` is null for a user who has left. */
export const callVoiceStateUpdate = callEvent<VoiceState>('call-voice-state.updated', 'VOICE_STATE_UPDATE', (state) =>
  presentVoiceState(state),
)

/** Informs each node of a voice state of a call. It is published once, besides the events of recipients. */
export const callVoiceStateChanged = eventType<{ channelId: Snowflake; state: VoiceState }>({
  key: 'call-connection.changed',
  name: '',
  intents: () => 0,
  visibleTo: () => false,
  present: () => null,
  effect: ({ channelId, state }) => ({ kind: 'state-changed', serverId: channelId, state }),
})
