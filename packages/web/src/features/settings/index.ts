import { lazyRouteComponent } from '@tanstack/react-router'

export const Settings = lazyRouteComponent(() => import('./settings.tsx'), 'Settings')
