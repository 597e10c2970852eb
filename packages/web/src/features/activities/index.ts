import { lazyRouteComponent } from '@tanstack/react-router'
import { lazy } from '../../ui/lazy.tsx'

export { ActivityHost, ActivitySlot } from './activity-slot.tsx'

export const ActivityPage = lazyRouteComponent(() => import('./activity-page.tsx'), 'ActivityPage')
export const ActivityPicker = lazy(() => import('./activity-picker.tsx'))
export const ChannelActivities = lazy(() => import('./channel-activities.tsx'))
