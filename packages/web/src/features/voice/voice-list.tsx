import type { ChannelObject, VoiceStateObject } from '@guildhall/protocol'
import { openUserMenu } from '../../domain/people/user-menu.ts'
import styles from '../../domain/voice/voice.module.css'
import { SpeakingMark, VoiceMarks } from '../../domain/voice/voice-marks.tsx'
import { participantName, participantsOf } from '../../domain/voice/voice-states.ts'
import { useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Avatar } from '../../ui/avatar.tsx'

/** Participants that the list names. A stage can have thousands. */
const LISTED_MAX = 25

/** The status of a voice or stage channel and the people in it, below its link. */
export function VoiceList({ channel }: { channel: ChannelObject }) {
  const participants = useClientState((state) => participantsOf(state, channel))
  const status = useClientState(
    ({ guilds }) => guilds.get(channel.guild_id ?? '')?.voiceChannels.get(channel.id)?.status ?? null,
  )
  const topic = useClientState(({ guilds }) => {
    const stages = guilds.get(channel.guild_id ?? '')?.stages.values() ?? []
    return [...stages].find(({ channel_id }) => channel_id === channel.id)?.topic
  })
  const line = topic ?? status
  return (
    <>
      {line && (
        <p className={styles.line} title={line}>
          {line}
        </p>
      )}
      {participants.length > 0 && (
        <ul className={styles.participants} aria-label={t('In {name}', { name: channel.name ?? '' })}>
          {participants.slice(0, LISTED_MAX).map((voice) => (
            <li key={voice.user_id}>
              <Participant voice={voice} />
            </li>
          ))}
          {participants.length > LISTED_MAX && (
            <li className={styles.line}>{t('and {count} more', { count: participants.length - LISTED_MAX })}</li>
          )}
        </ul>
      )}
    </>
  )
}

/** A participant. A press opens the menu of the user. */
function Participant({ voice }: { voice: VoiceStateObject }) {
  const name = useClientState((state) => participantName(state, voice))
  const user = useClientState(({ users }) => users.get(voice.user_id) ?? voice.member?.user)
  const open = (event: React.MouseEvent<HTMLElement>) => openUserMenu(event, voice.user_id, voice.guild_id ?? undefined)
  return (
    <button type="button" className={styles.participant} aria-haspopup="menu" onClick={open} onContextMenu={open}>
      {user && <Avatar user={user} size={20} />}
      <span className={styles.name}>{name}</span>
      <SpeakingMark userId={voice.user_id} />
      <VoiceMarks voice={voice} />
    </button>
  )
}
