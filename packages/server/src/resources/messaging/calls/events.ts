import type { Snowflake } from '@guildhall/protocol'
import { type EventType, eventType } from '../../../kernel/event.ts'
import type { VoiceState } from '../../../kernel/model.ts'
import { presentVoiceState } from '../../guild/voice-states/present.ts'
import type { CallSnapshot } from './model.ts'
import { presentCall, presentWholeCall } from './present.ts'

/** Declares an event about a call for the sessions of a recipient. Bots take part in no such calls. */
function callEvent<P>(name: string, present: (payload: P) => unknown): EventType<P> {
  return eventType<P>({ name, intents: () => 0, visibleTo: (viewer) => viewer.kind === 'person', present })
}

export const callCreate = callEvent<CallSnapshot>('CALL_CREATE', presentWholeCall)
export const callUpdate = callEvent<CallSnapshot>('CALL_UPDATE', presentCall)
export const callDelete = callEvent<{ channelId: Snowflake }>('CALL_DELETE', ({ channelId }) => ({
  channel_id: channelId.toString(),
}))

/** VOICE_STATE_UPDATE of a call. `channel_id` is null for a user who has left. */
export const callVoiceStateUpdate = callEvent<VoiceState>('VOICE_STATE_UPDATE', (state) => presentVoiceState(state))

/** Informs the voice server of a voice state of a call. It is published once, besides the events of recipients. */
export const callVoiceStateChanged = eventType<{ channelId: Snowflake; state: VoiceState }>({
  name: '',
  intents: () => 0,
  visibleTo: () => false,
  present: () => null,
  effect: ({ channelId, state }) => ({ kind: 'state-changed', serverId: channelId, state }),
})
