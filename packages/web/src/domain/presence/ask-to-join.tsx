import { ActivityFlag, type ActivityObject, MessageActivityType } from '@guildhall/protocol'
import { useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/field.tsx'
import styles from './activity-card.module.css'

const { SPECTATE, JOIN_REQUEST } = MessageActivityType

/** Buttons that ask another user to join or spectate their activity. An acceptance reaches the person's own game. */
export function AskToJoin({ activity, userId }: { activity: ActivityObject; userId: string }) {
  const client = useClient()
  const selfId = useClientState(({ self }) => self?.id)
  const [outcome, setOutcome] = useState<{ fault: string } | 'asked' | null>(null)
  const { flags = 0, party, session_id, application_id } = activity
  const joins = (flags & ActivityFlag.JOIN) !== 0
  const spectates = (flags & ActivityFlag.SPECTATE) !== 0
  if (userId === selfId || !session_id || !application_id || (!joins && !spectates)) return null

  const ask = async (type: typeof SPECTATE | typeof JOIN_REQUEST) => {
    try {
      const named = { type, session_id, ...(party?.id === undefined ? {} : { party_id: party.id }) }
      await client.api.call('send_message_to_user', {
        params: { user_id: userId },
        body: { activity: named, application_id },
      })
      setOutcome('asked')
    } catch (failure) {
      setOutcome({ fault: messageOf(failure) })
    }
  }

  return (
    <div className={styles.buttons}>
      {joins && (
        <Button size="small" onClick={() => void ask(JOIN_REQUEST)}>
          {t('Ask to join')}
        </Button>
      )}
      {spectates && (
        <Button size="small" onClick={() => void ask(SPECTATE)}>
          {t('Ask to spectate')}
        </Button>
      )}
      {outcome === 'asked' && <p role="status">{t('Request sent')}</p>}
      {outcome !== null && outcome !== 'asked' && <ErrorText>{outcome.fault}</ErrorText>}
    </div>
  )
}
