import type { RpcApplication } from '@guildhall/local-client/rpc'
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../api/client.ts'
import { launchActivity } from '../../domain/activities/launch.ts'
import { useClient, useClientState, useShallowState } from '../../gateway/react.tsx'
import { ownActivity } from '../../gateway/reducers/activities.ts'
import type { ActivityInstance } from '../../gateway/state.ts'
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
    <ul className={styles.list} aria-label="Activities in this channel">
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
  const people = participants.length === 1 ? '1 person is' : `${participants.length} people are`
  const join = () =>
    launchActivity(client, { applicationId: application_id, channelId: location.channel_id }).catch((failure) =>
      showNotice(messageOf(failure)),
    )
  return (
    <>
      <span className={styles.text}>
        {people} playing {name}
      </span>
      <Button size="small" look="primary" aria-label={`Join ${name}`} onClick={() => void join()}>
        Join
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
    queryFn: () => client.api.get<RpcApplication>(`/applications/${applicationId}/rpc`),
    staleTime: 300_000,
  })
  return data?.name ?? known ?? 'an activity'
}
