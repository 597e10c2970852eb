import { channelName } from '@guildhall/client/questions'
import type { ChannelObject } from '@guildhall/protocol'
import { useNavigate } from '@tanstack/react-router'
import { Phone } from 'lucide-react'
import { DIRECT } from '../../domain/places/places.ts'
import { joinVoice } from '../../domain/voice/connection.ts'
import { joinText } from '../../domain/voice/join-text.ts'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/field.tsx'
import { showNotice } from '../../ui/notice.ts'
import { useRinging } from './call-room.tsx'
import styles from './calls.module.css'

/** A call that rings for the person, on every page of the client. */
export default function IncomingCall({ channel }: { channel: ChannelObject }) {
  const client = useClient()
  const navigate = useNavigate()
  const ringing = useRinging()
  const name = useClientState(({ self }) => channelName(channel, self?.id))
  function join() {
    const refusal = joinText(joinVoice(client, channel))
    if (refusal) return showNotice(refusal)
    void navigate({ to: '/channels/$guildId/$channelId', params: { guildId: DIRECT, channelId: channel.id } })
  }
  return (
    <section className={styles.incoming} aria-label={t('Incoming call')}>
      <p className={styles.caller} role="status">
        <Phone size={20} aria-hidden />
        <span className={styles.name}>{t('Call from {name}', { name })}</span>
      </p>
      {ringing.error && <ErrorText>{ringing.error}</ErrorText>}
      <div className={styles.actions}>
        <Button onClick={() => ringing.decline(channel.id)}>{t('Decline')}</Button>
        <Button look="primary" onClick={join}>
          {t('Join call')}
        </Button>
      </div>
    </section>
  )
}
