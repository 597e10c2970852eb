import { type ActivityInstance, ownActivity } from '@guildhall/client/records'
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../api/client.ts'
import { launchActivity } from '../../domain/activities/launch.ts'
import { useClient, useClientState, useShallowState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { showNotice } from '../../ui/notice.ts'
import styles from './channel-activities.module.css'

/** Activities that run in a channel without the person. */
export default function ChannelActivities({ channelId }: { channelId: string }) {
  const running = useShallowState((state) => {
    const own = ownActivity(state)
    return [...state.activities.values()].filter(
      (instance) => instance.location.channel_id === channelId && instance !== own,
    )
  })
  if (running.length === 0) return null
  return (
    <ul className={styles.list} aria-label={t('Activities in this channel')}>
      {running.map((instance) => (
        <li key={instance.composite_instance_id} className={styles.row}>
          <Running instance={instance} />
        </li>
      ))}
    </ul>
  )
}

function Running({ instance: { application_id, location, participants } }: { instance: ActivityInstance }) {
  const client = useClient()
  const name = useActivityName(application_id)
  const join = () =>
    launchActivity(client, { applicationId: application_id, channelId: location.channel_id }).catch((failure) =>
      showNotice(messageOf(failure)),
    )
  return (
    <>
      <span className={styles.text}>
        {t('{count, plural, one {# person is} other {# people are}} playing {name}', {
          count: participants.length,
          name,
        })}
      </span>
      <Button size="small" look="primary" aria-label={t('Join {name}', { name })} onClick={() => void join()}>
        {t('Join')}
      </Button>
    </>
  )
}

/** Returns the name of an application that has an activity. */
function useActivityName(applicationId: string): string {
  const client = useClient()
  const known = useClientState(({ users }) => users.get(applicationId)?.username)
  const { data } = useQuery({
    queryKey: ['rpc-application', applicationId],
    queryFn: () => client.api.call('get_rpc_application', { params: { application_id: applicationId } }),
    staleTime: 300_000,
  })
  return data?.name ?? known ?? t('an activity')
}
