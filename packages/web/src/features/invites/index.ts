import { lazyRouteComponent } from '@tanstack/react-router'

export const InvitePage = lazyRouteComponent(() => import('./invite-page.tsx'), 'InvitePage')
