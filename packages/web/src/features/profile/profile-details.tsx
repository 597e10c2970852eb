import { displayName } from '@guildhall/client/questions'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Markdown } from '../../domain/markdown/markdown.tsx'
import { closeProfile } from '../../domain/people/open-profile.ts'
import { useClient, useShallowState } from '../../gateway/react.tsx'
import { listFormat } from '../../lib/language/formats.ts'
import { t } from '../../lib/language/text.ts'
import { GuildIcon } from '../../ui/avatar.tsx'
import styles from './profile-dialog.module.css'

/** Bio and connections of a user, with the guilds and friends in common. */
export function ProfileDetails({ userId, guildId }: { userId: string; guildId: string | undefined }) {
  const client = useClient()
  const own = client.account.userId === userId
  // Refused for users with whom the person has nothing in common: then there is nothing more to show.
  const { data } = useQuery({
    queryKey: ['profile', userId, guildId],
    retry: false,
    queryFn: () =>
      client.api.call('get_user_profile', {
        params: { user_id: userId },
        query: { with_mutual_guilds: !own, with_mutual_friends: !own, ...(guildId && { guild_id: guildId }) },
      }),
  })
  if (!data) return null
  const { user_profile, connected_accounts, mutual_guilds = [], mutual_friends = [] } = data
  return (
    <>
      {user_profile.pronouns && <p className={styles.username}>{user_profile.pronouns}</p>}
      {user_profile.bio && (
        <section aria-label={t('About me')} className={styles.bio}>
          <Markdown text={user_profile.bio} />
        </section>
      )}
      {connected_accounts.length > 0 && (
        <section aria-label={t('Connections')}>
          <h3 className={styles.heading}>{t('Connections')}</h3>
          <ul className={styles.roles}>
            {connected_accounts.map(({ type, id, name }) => (
              <li key={`${type} ${id}`} className={styles.role}>
                {type}: {name}
              </li>
            ))}
          </ul>
        </section>
      )}
      <MutualGuilds ids={mutual_guilds.map(({ id }) => id)} />
      {mutual_friends.length > 0 && (
        <section aria-label={t('Friends in common')}>
          <h3 className={styles.heading}>{t('Friends in common')}</h3>
          <p>{listFormat().format(mutual_friends.map((friend) => displayName(friend)))}</p>
        </section>
      )}
    </>
  )
}

function MutualGuilds({ ids }: { ids: readonly string[] }) {
  const guilds = useShallowState((state) => ids.flatMap((id) => state.guilds.get(id)?.guild ?? []))
  if (guilds.length === 0) return null
  return (
    <section aria-label={t('Guilds in common')}>
      <h3 className={styles.heading}>{t('Guilds in common')}</h3>
      <ul className={styles.roles}>
        {guilds.map((guild) => (
          <li key={guild.id}>
            <Link
              to="/channels/$guildId"
              params={{ guildId: guild.id }}
              className={styles.guild ?? ''}
              onClick={closeProfile}
            >
              <GuildIcon guild={guild} size={20} />
              {guild.name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
