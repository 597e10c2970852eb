import { lazyRouteComponent } from '@tanstack/react-router'

export { SignedIn } from './signed-in.tsx'

export const OneTimeLink = lazyRouteComponent(() => import('./one-time-link.tsx'), 'OneTimeLink')
