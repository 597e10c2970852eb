import { lazy } from 'react'

export const Friends = lazy(() => import('./friends.tsx'))
