import { displayName } from '@guildhall/client/questions'
import type { ChannelObject } from '@guildhall/protocol'
import { useState } from 'react'
import { joinVoice, leaveVoice } from '../../domain/voice/connection.ts'
import { joinText } from '../../domain/voice/join-text.ts'
import { VoiceMarks } from '../../domain/voice/voice-marks.tsx'
import { ownVoiceState, participantsOf } from '../../domain/voice/voice-states.ts'
import { useClient, useClientState, useShallowState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/field.tsx'
import { useSave } from '../../ui/use-save.ts'
import styles from './calls.module.css'

/** The call of a direct message or group, above its messages: who takes part, and whose clients ring. */
export default function CallRoom({ channel }: { channel: ChannelObject }) {
  const client = useClient()
  const ringing = useRinging()
  const [refusal, setRefusal] = useState<string | null>(null)
  const call = useClientState(({ calls }) => calls.get(channel.id))
  const connected = useClientState((state) => ownVoiceState(state)?.channel_id === channel.id)
  const rings = useClientState(({ self }) => call?.ringing.includes(self?.id ?? '') ?? false)
  const absent = (channel.recipients ?? []).filter(({ id }) => !call?.states.has(id) && !call?.ringing.includes(id))
  return (
    <section className={styles.room} aria-label={t('Call')}>
      <People channel={channel} />
      <div className={styles.actions}>
        {connected ? (
          <>
            {absent.length > 0 && <Button onClick={() => ringing.ring(channel.id)}>{t('Ring again')}</Button>}
            <Button look="danger" onClick={() => leaveVoice(client)}>
              {t('Leave call')}
            </Button>
          </>
        ) : (
          <>
            {rings && <Button onClick={() => ringing.decline(channel.id)}>{t('Decline')}</Button>}
            <Button look="primary" onClick={() => setRefusal(joinText(joinVoice(client, channel)))}>
              {t('Join call')}
            </Button>
          </>
        )}
      </div>
      {(ringing.error ?? refusal) && <ErrorText>{ringing.error ?? refusal}</ErrorText>}
    </section>
  )
}

function People({ channel }: { channel: ChannelObject }) {
  const participants = useClientState((state) => participantsOf(state, channel))
  const users = useClientState((state) => state.users)
  const ringing = useShallowState(({ calls, self }) =>
    (calls.get(channel.id)?.ringing ?? []).filter((id) => id !== self?.id),
  )
  return (
    <ul className={styles.people} aria-label={t('In this call')}>
      {participants.map((voice) => {
        const user = users.get(voice.user_id)
        return (
          <li key={voice.user_id} className={styles.person}>
            {user && <Avatar user={user} size={32} />}
            <span className={styles.name}>{user ? displayName(user) : t('Unknown user')}</span>
            <VoiceMarks voice={voice} />
          </li>
        )
      })}
      {ringing.map((id) => {
        const user = users.get(id)
        return (
          <li key={id} className={`${styles.person} ${styles.rings}`}>
            {user && <Avatar user={user} size={32} />}
            <span className={styles.name}>{user ? displayName(user) : t('Unknown user')}</span>
            <span className={styles.note}>{t('ringing…')}</span>
          </li>
        )
      })}
    </ul>
  )
}

/** Returns requests about whose clients ring. */
export function useRinging() {
  const client = useClient()
  const saving = useSave()
  return {
    error: saving.error,
    ring: (channelId: string) =>
      void saving.run(() => client.api.call('ring_call', { params: { channel_id: channelId } })),
    decline: (channelId: string) =>
      void saving.run(() => client.api.call('stop_ringing_call', { params: { channel_id: channelId } })),
  }
}
