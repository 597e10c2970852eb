import { lazyRouteComponent } from '@tanstack/react-router'

export const Settings = lazyRouteComponent(() => import('./settings.tsx'), 'Settings')
export { FactorHost } from './second-factors/factor-host.tsx'
