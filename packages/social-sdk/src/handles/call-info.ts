import { Handle, handle } from '../objects/handle.ts'
import { uint64 } from '../objects/kinds.ts'
import { declareParameters } from '../objects/parameters.ts'
import { nullOf } from '../objects/wrapper.ts'
import type { VoiceStateHandle } from './voice-state.ts'

/** Values that a CallInfoHandle shows. */
export interface CallInfoView {
  readonly channelId: bigint
  readonly getParticipants: bigint[]
  getVoiceStateHandle(userId: bigint): VoiceStateHandle | null
  readonly guildId: bigint
}

const callInfoFields = handle<CallInfoView>({
  channelId: 0n,
  getParticipants: [],
  getVoiceStateHandle: () => null,
  guildId: 0n,
})

/** The call of a lobby, also for members who are not in it. */
export class CallInfoHandle extends Handle<CallInfoView> {
  /** A handle that shows nothing. It is frozen. */
  static readonly nullobj: CallInfoHandle = nullOf(CallInfoHandle)

  /** Makes a second handle of the same thing; the library makes new ones. */
  constructor(other: CallInfoHandle) {
    super(callInfoFields, other)
  }

  /** Returns the id of the lobby. */
  ChannelId(): bigint {
    return callInfoFields.view(this).channelId
  }

  /** Returns the ids of the participants. */
  GetParticipants(): bigint[] {
    return [...callInfoFields.view(this).getParticipants]
  }

  /** Returns the voice state of a participant; null for others. */
  GetVoiceStateHandle(userId: bigint): VoiceStateHandle | null {
    return callInfoFields.view(this).getVoiceStateHandle(userId)
  }

  /** Returns the id of the lobby. */
  GuildId(): bigint {
    return callInfoFields.view(this).guildId
  }
}

declareParameters(CallInfoHandle, {
  GetVoiceStateHandle: { userId: uint64 },
})
