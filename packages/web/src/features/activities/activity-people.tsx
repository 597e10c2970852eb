import { displayName } from '@guildhall/client/questions'
import type { ActivityInstance, ActivityParticipant } from '@guildhall/client/records'
import { useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Avatar } from '../../ui/avatar.tsx'
import styles from './activity-stage.module.css'

/** People that the list shows at a time. */
const SHOWN_MAX = 50

/** Users who take part in an activity. */
export function ActivityPeople({ instance: { participants, location } }: { instance: ActivityInstance }) {
  return (
    <aside className={styles.panel} aria-label={t('In this activity')}>
      <ul className={styles.people}>
        {participants.slice(0, SHOWN_MAX).map((participant) => (
          <li key={participant.user_id}>
            <Person participant={participant} guildId={location.guild_id ?? null} />
          </li>
        ))}
      </ul>
      {participants.length > SHOWN_MAX && <p>{t('and {count} more', { count: participants.length - SHOWN_MAX })}</p>}
    </aside>
  )
}

function Person({ participant, guildId }: { participant: ActivityParticipant; guildId: string | null }) {
  const { user_id, member } = participant
  const user = useClientState(({ users }) => users.get(user_id)) ?? member?.user
  const known = useClientState(({ guilds }) => guilds.get(guildId ?? '')?.members.get(user_id))
  if (!user) return <span className={styles.person}>{t('Someone')}</span>
  return (
    <span className={styles.person}>
      <Avatar user={user} size={32} />
      {displayName(user, known ?? member)}
    </span>
  )
}
