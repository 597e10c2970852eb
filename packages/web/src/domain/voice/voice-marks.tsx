import type { VoiceStateObject } from '@guildhall/protocol'
import { Hand, HeadphoneOff, MicOff, ScreenShare, Video } from 'lucide-react'
import { t } from '../../lib/language/text.ts'
import { useHeard } from './heard.ts'
import styles from './voice.module.css'
import { voiceMarks } from './voice-states.ts'

const ICON = { size: 14, 'aria-hidden': true } as const

/** Marks a participant who is heard: the word for everyone, and a ring by its class. */
export function SpeakingMark({ userId }: { userId: string }) {
  const isHeard = useHeard(userId)
  return isHeard && <span className={styles.speaking}>{t('speaking')}</span>
}

/** Icons of a participant: muted, deafened, streaming, on video, asking to speak. */
export function VoiceMarks({ voice }: { voice: VoiceStateObject }) {
  const words = voiceMarks(voice)
  if (words.length === 0) return null
  const byModerator = voice.mute || voice.deaf
  return (
    <span className={`${styles.marks} ${byModerator ? styles.forced : ''}`} title={words.join(', ')}>
      {(voice.mute || voice.self_mute) && <MicOff {...ICON} />}
      {(voice.deaf || voice.self_deaf) && <HeadphoneOff {...ICON} />}
      {voice.self_stream && <ScreenShare {...ICON} />}
      {voice.self_video && <Video {...ICON} />}
      {voice.suppress && voice.request_to_speak_timestamp && <Hand {...ICON} />}
      <span className="visually-hidden">{words.join(', ')}</span>
    </span>
  )
}
