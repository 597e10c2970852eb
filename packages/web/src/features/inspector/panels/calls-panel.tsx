import { t } from '../../../lib/language/text.ts'
import { useControlQuery } from '../control-context.ts'
import type { VoiceCallState } from '../control-types.ts'
import { nameOf, useNames } from '../names.ts'
import { visible } from '../record-words.ts'
import styles from './panels.module.css'

type Member = VoiceCallState['members'][number]

/** Calls of the platform: who takes part, how, and what gets lost. */
export function CallsPanel() {
  const { data: calls } = useControlQuery('voice-calls', (control) => control.voiceCalls())
  if (!calls) return null
  if (calls.length === 0) return <p className={styles.hint}>{t('Nobody is in a call.')}</p>
  return calls.map(({ channel_id, members }) => (
    <section key={channel_id} className={styles.part} aria-label={t('Call {id}', { id: channel_id })}>
      <h3>{t('Call {id}', { id: channel_id })}</h3>
      <ul className={styles.rows}>
        {members.map((member) => (
          <MemberRow key={member.user_id} member={member} />
        ))}
      </ul>
    </section>
  ))
}

function MemberRow({ member }: { member: Member }) {
  const names = useNames()
  const { user_id, kind, transport, delay_ms, fault } = member
  const facts = [
    kind === 'webrtc' ? t('WebRTC') : kind === 'udp' ? t('RTP') : t('call|Not connected'),
    transport,
    t('{count} % lost', { count: lossPercent(member) }),
    delay_ms === null ? t('no response') : t('{count} ms', { count: delay_ms }),
    fault && t('disturbed: {loss} %, {delay} ms', { loss: fault.loss_percent, delay: fault.delay_ms }),
  ]
  return (
    <li className={styles.row}>
      <span className={styles.rowText}>
        <span className={styles.name}>{visible(nameOf(names.users, user_id))}</span>{' '}
        <span className={styles.facts}>{facts.filter(Boolean).join(' · ')}</span>
      </span>
    </li>
  )
}

function lossPercent({ received, lost }: Member): number {
  return lost === 0 ? 0 : Math.round((lost / (received + lost)) * 1_000) / 10
}
