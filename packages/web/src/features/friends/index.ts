import { lazy } from '../../ui/lazy.tsx'

export const Friends = lazy(() => import('./friends.tsx'))
