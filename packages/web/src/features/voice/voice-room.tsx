import type { ClientState } from '@guildhall/client/records'
import { type ChannelObject, Permission, type VoiceStateObject } from '@guildhall/protocol'
import { useState } from 'react'
import { openUserMenu } from '../../domain/people/user-menu.ts'
import { joinVoice, leaveVoice } from '../../domain/voice/connection.ts'
import { joinText } from '../../domain/voice/join-text.ts'
import styles from '../../domain/voice/voice.module.css'
import { SpeakingMark, VoiceMarks } from '../../domain/voice/voice-marks.tsx'
import {
  isStage,
  mayJoin,
  maySetStatus,
  ownVoiceState,
  participantName,
  participantsOf,
  stageRole,
} from '../../domain/voice/voice-states.ts'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { refusalText } from '../../lib/refusal-words.ts'
import { relativeTime } from '../../lib/time.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/field.tsx'
import { StageControls, StageTopic } from './stage-controls.tsx'
import { StatusDialog } from './status-dialog.tsx'

/** Participants that a room shows. A stage can have thousands. */
const SHOWN_MAX = 60

/** The people in a voice or stage channel, above its messages. */
export function VoiceRoom({ channel, permissions }: { channel: ChannelObject; permissions: bigint }) {
  const client = useClient()
  const [refusal, setRefusal] = useState<string | null>(null)
  const participants = useClientState((state) => participantsOf(state, channel))
  const connected = useClientState((state) => ownVoiceState(state)?.channel_id === channel.id)
  const problem = useClientState((state) => refusalText(mayJoin(state, channel)))
  const stage = isStage(channel)
  return (
    <section className={styles.room} aria-label={stage ? t('Stage') : t('Voice channel')}>
      <div className={styles.head}>
        <div className={styles.facts}>
          {stage ? <StageTopic channel={channel} /> : <Status channel={channel} />}
          <Facts channel={channel} count={participants.length} />
        </div>
        <div className={styles.actions}>
          {stage ? <StageControls channel={channel} permissions={permissions} /> : <StatusButton channel={channel} />}
          {connected ? (
            <Button onClick={() => leaveVoice(client)}>{t('Leave')}</Button>
          ) : (
            (permissions & Permission.CONNECT) !== 0n && (
              <Button look="primary" onClick={() => setRefusal(joinText(joinVoice(client, channel)))}>
                {stage ? t('Join stage') : t('Join voice')}
              </Button>
            )
          )}
        </div>
      </div>
      {refusal && !connected && <ErrorText>{refusal}</ErrorText>}
      {!connected && !refusal && problem && <p className={styles.note}>{problem}</p>}
      {stage ? <StagePeople people={participants} /> : <People people={participants} label={t('In this channel')} />}
    </section>
  )
}

function statusOf({ guilds }: ClientState, channel: ChannelObject): string | null {
  return guilds.get(channel.guild_id ?? '')?.voiceChannels.get(channel.id)?.status ?? null
}

function Status({ channel }: { channel: ChannelObject }) {
  const status = useClientState((state) => statusOf(state, channel))
  return status && <p className={styles.status}>{status}</p>
}

function StatusButton({ channel }: { channel: ChannelObject }) {
  const [editing, setEditing] = useState(false)
  const status = useClientState((state) => statusOf(state, channel))
  const maySet = useClientState((state) => maySetStatus(state, channel))
  return (
    <>
      {maySet && <Button onClick={() => setEditing(true)}>{status ? t('Change status') : t('Set status')}</Button>}
      {editing && <StatusDialog channel={channel} status={status ?? ''} onClose={() => setEditing(false)} />}
    </>
  )
}

/** Number of people in the channel, its limit, and the time since which it is in use. */
function Facts({ channel, count }: { channel: ChannelObject; count: number }) {
  const startedAt = useClientState(
    ({ guilds }) => guilds.get(channel.guild_id ?? '')?.voiceChannels.get(channel.id)?.startedAt ?? null,
  )
  const limit = channel.user_limit ?? 0
  const people =
    limit > 0
      ? t('{count} of {limit} people', { count, limit })
      : t('{count, plural, one {# person} other {# people}}', { count })
  return (
    <p className={styles.note}>
      {count === 0 && limit === 0 ? t('Nobody is here yet.') : people}
      {startedAt !== null && `, ${t('started {time}', { time: relativeTime(startedAt * 1000) })}`}
    </p>
  )
}

function StagePeople({ people }: { people: readonly VoiceStateObject[] }) {
  const onStage = people.filter((voice) => ['speaker', 'invited'].includes(stageRole(voice)))
  const audience = people.filter((voice) => !onStage.includes(voice))
  return (
    <>
      <People people={onStage} label={t('Speakers')} />
      <People people={audience} label={t('Audience')} />
    </>
  )
}

function People({ people, label }: { people: readonly VoiceStateObject[]; label: string }) {
  if (people.length === 0) return null
  return (
    <section aria-label={label}>
      <h3 className={styles.group}>
        {label} — {people.length}
      </h3>
      <ul className={styles.cards}>
        {people.slice(0, SHOWN_MAX).map((voice) => (
          <li key={voice.user_id}>
            <Card voice={voice} />
          </li>
        ))}
        {people.length > SHOWN_MAX && (
          <li className={styles.more}>{t('and {count} more', { count: people.length - SHOWN_MAX })}</li>
        )}
      </ul>
    </section>
  )
}

function Card({ voice }: { voice: VoiceStateObject }) {
  const name = useClientState((state) => participantName(state, voice))
  const user = useClientState(({ users }) => users.get(voice.user_id) ?? voice.member?.user)
  const open = (event: React.MouseEvent<HTMLElement>) => openUserMenu(event, voice.user_id, voice.guild_id ?? undefined)
  return (
    <button type="button" className={styles.card} aria-haspopup="menu" onClick={open} onContextMenu={open}>
      {user && <Avatar user={user} size={32} />}
      <span className={styles.name}>{name}</span>
      <SpeakingMark userId={voice.user_id} />
      <VoiceMarks voice={voice} />
    </button>
  )
}
