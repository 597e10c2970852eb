import { lazyRouteComponent } from '@tanstack/react-router'

export const Consent = lazyRouteComponent(() => import('./consent.tsx'), 'Consent')
export const Authorized = lazyRouteComponent(() => import('./authorized.tsx'), 'Authorized')
export const Activate = lazyRouteComponent(() => import('./activate.tsx'), 'Activate')
