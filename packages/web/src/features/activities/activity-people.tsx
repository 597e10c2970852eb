import { useClientState } from '../../gateway/react.tsx'
import { displayName } from '../../gateway/selectors.ts'
import type { ActivityInstance, ActivityParticipant } from '../../gateway/state.ts'
import { Avatar } from '../../ui/avatar.tsx'
import styles from './activity-stage.module.css'

/** People that the list shows at a time. */
const SHOWN_MAX = 50

/** Users who take part in an activity. */
export function ActivityPeople({ instance: { participants, location } }: { instance: ActivityInstance }) {
  return (
    <aside className={styles.panel} aria-label="In this activity">
      <ul className={styles.people}>
        {participants.slice(0, SHOWN_MAX).map((participant) => (
          <li key={participant.user_id}>
            <Person participant={participant} guildId={location.guild_id ?? null} />
          </li>
        ))}
      </ul>
      {participants.length > SHOWN_MAX && <p>and {participants.length - SHOWN_MAX} more</p>}
    </aside>
  )
}

function Person({ participant, guildId }: { participant: ActivityParticipant; guildId: string | null }) {
  const { user_id, member } = participant
  const user = useClientState(({ users }) => users.get(user_id)) ?? member?.user
  const known = useClientState(({ guilds }) => guilds.get(guildId ?? '')?.members.get(user_id))
  if (!user) return <span className={styles.person}>Someone</span>
  return (
    <span className={styles.person}>
      <Avatar user={user} size={32} />
      {displayName(user, known ?? member)}
    </span>
  )
}
