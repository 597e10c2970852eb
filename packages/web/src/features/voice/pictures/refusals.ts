import { needs, permissionsIn } from '@guildhall/client/questions'
import type { ClientState } from '@guildhall/client/records'
import { type ChannelObject, Permission } from '@guildhall/protocol'
import { participantsOf } from '../../../domain/voice/voice-states.ts'
import { t } from '../../../lib/language/text.ts'
import { refusalText } from '../../../lib/refusal-words.ts'

/** Cameras that are on in one channel. */
const CAMERAS_MAX = 25

/** Returns why the person may not turn a camera on in the channel of the call; null if they may. */
export function cameraRefusal(state: ClientState): string | null {
  const channel = state.channels.get(state.voice.target?.channelId ?? '')
  if (!channel) return null
  const others = participantsOf(state, channel).filter(({ user_id }) => user_id !== state.self?.id)
  if (others.filter(({ self_video }) => self_video).length >= CAMERAS_MAX)
    return t('25 cameras are on, which is the most.')
  return pictureRefusal(state, channel)
}

/** Returns why the person may not share a screen in the channel of the call; null if they may. */
export function screenRefusal(state: ClientState): string | null {
  const channel = state.channels.get(state.voice.target?.channelId ?? '')
  return channel ? pictureRefusal(state, channel) : null
}

function pictureRefusal(state: ClientState, channel: ChannelObject): string | null {
  if (channel.guild_id === undefined || (permissionsIn(state, channel) & Permission.STREAM) !== 0n) return null
  return refusalText(needs('STREAM', 'needs permission in this channel'))
}
