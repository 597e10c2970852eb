import { ownActivity } from '@guildhall/client/records'
import type { QuickLinkObject } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../api/client.ts'
import { useClient, useClientState, useShallowState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { AppIcon } from '../../ui/app-icon.tsx'
import { Button } from '../../ui/button.tsx'
import { showNotice } from '../../ui/notice.ts'
import { launchActivity } from '../activities/launch.ts'
import { linkContext, linkIdOf } from '../activities/link-context.ts'
import { mayLaunchIn } from '../activities/may-launch.ts'
import styles from './card.module.css'

/** Card of an activity, with a button that starts or joins it in a channel. */
export function ActivityCard(props: { applicationId: string; search: string; channelId: string }) {
  const { applicationId, search, channelId } = props
  const client = useClient()
  const { data, error } = useQuery({
    queryKey: ['rpc-application', applicationId],
    queryFn: () => client.api.call('get_rpc_application', { params: { application_id: applicationId } }),
    staleTime: 300_000,
    retry: false,
  })
  const may = useClientState((state) => mayLaunchIn(state, channelId))
  const { people, joined } = useShallowState((state) => {
    const running = [...state.activities.values()].filter(
      ({ application_id, location }) => application_id === applicationId && location.channel_id === channelId,
    )
    const own = ownActivity(state)
    return {
      people: running.reduce((sum, { participants }) => sum + participants.length, 0),
      joined: own !== undefined && running.includes(own),
    }
  })
  const link = useLink(applicationId, search)
  // A link to something that is no activity stays a link.
  if (error) return null
  const name = data?.name ?? ''
  const start = async () => {
    const context = await linkContext(client.api, applicationId, search)
    await launchActivity(client, { applicationId, channelId, context })
  }
  return (
    <section className={styles.card} aria-label={t('Card of {name}', { name })} aria-busy={!data}>
      {link?.asset_path ? (
        <img className={styles.picture} src={`/cdn/${link.asset_path}.png?size=128`} alt="" width={64} height={64} />
      ) : (
        data && <AppIcon application={{ id: applicationId, name, icon: data.icon }} size={32} />
      )}
      <span className={styles.text}>
        <span className={styles.name}>{link ? link.title : name}</span>
        {link && <span className={styles.note}>{link.description}</span>}
        <span className={styles.note}>{data && presence(people, joined)}</span>
      </span>
      {data && may && !joined && (
        <Button
          look="primary"
          aria-label={t('Play {name}', { name })}
          onClick={() => void start().catch((failure) => showNotice(messageOf(failure)))}
        >
          {t('Play')}
        </Button>
      )}
    </section>
  )
}

/** Returns the quick or custom link that an address names, for its picture and texts. */
function useLink(applicationId: string, search: string): QuickLinkObject | undefined {
  const client = useClient()
  const linkId = linkIdOf(search)
  const { data } = useQuery({
    queryKey: ['activity-link', applicationId, linkId],
    queryFn: () =>
      client.api.call('get_quick_link', { params: { application_id: applicationId, link_id: linkId ?? '' } }),
    enabled: linkId !== null,
    staleTime: 300_000,
    retry: false,
  })
  return data
}

function presence(people: number, joined: boolean): string {
  if (people === 0) return t('Nobody is here now')
  if (joined) return people === 1 ? t('You are here') : t('You and {others} more are here', { others: people - 1 })
  return t('{people, plural, one {# person is here} other {# people are here}}', { people })
}
