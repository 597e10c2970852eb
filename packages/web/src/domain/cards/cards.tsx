import { ActivityCard } from './activity-card.tsx'
import styles from './card.module.css'
import type { CardLink } from './card-links.ts'
import { InviteCard } from './invite-card.tsx'

/** The cards of a message. Activities start in the channel of the message. */
export default function Cards({ links, channelId }: { links: readonly CardLink[]; channelId: string }) {
  return (
    <div className={styles.list}>
      {links.map((link) =>
        link.kind === 'invite' ? (
          <InviteCard key={link.code} code={link.code} />
        ) : (
          <ActivityCard
            key={`${link.applicationId}${link.search}`}
            applicationId={link.applicationId}
            search={link.search}
            channelId={channelId}
          />
        ),
      )}
    </div>
  )
}
