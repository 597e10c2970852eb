import { ownActivity } from '@guildhall/client/records'
import { Suspense } from 'react'
import { useClientState } from '../../gateway/react.tsx'
import { lazy } from '../../ui/lazy.tsx'
import styles from './activity-slot.module.css'
import { activitySlot } from './slot.ts'

const ActivityStage = lazy(() => import('./activity-stage.tsx'))

const setSlot = (element: HTMLElement | null) => activitySlot.setState({ element })

/** Room for the person's activity in the channel in which it runs. */
export function ActivitySlot({ channelId }: { channelId: string }) {
  const here = useClientState((state) => ownActivity(state)?.location.channel_id === channelId)
  return here && <div ref={setSlot} className={styles.slot} />
}

/**
 * The activity that the person takes part in. It stands beside the pages of the app, so that it goes on while they
 * change: a frame that moves in the page would load again.
 */
export function ActivityHost() {
  const instance = useClientState(ownActivity)
  return <Suspense>{instance && <ActivityStage key={instance.composite_instance_id} instance={instance} />}</Suspense>
}
