import { Handle, handle } from '../objects/handle.ts'
import { nullOf } from '../objects/wrapper.ts'

/** Values that a VoiceStateHandle shows. */
export interface VoiceStateView {
  readonly selfDeaf: boolean
  readonly selfMute: boolean
}

const voiceStateFields = handle<VoiceStateView>({
  selfDeaf: false,
  selfMute: false,
})

/** Switches of a participant of a call. */
export class VoiceStateHandle extends Handle<VoiceStateView> {
  /** A handle that shows nothing. It is frozen. */
  static readonly nullobj: VoiceStateHandle = nullOf(VoiceStateHandle)

  /** Makes a second handle of the same thing; the library makes new ones. */
  constructor(other: VoiceStateHandle) {
    super(voiceStateFields, other)
  }

  /** Returns whether the participant hears nobody. */
  SelfDeaf(): boolean {
    return voiceStateFields.view(this).selfDeaf
  }

  /** Returns whether the participant has muted the microphone. */
  SelfMute(): boolean {
    return voiceStateFields.view(this).selfMute
  }
}
