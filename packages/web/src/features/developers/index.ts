import { lazyRouteComponent } from '@tanstack/react-router'

export const Portal = lazyRouteComponent(() => import('./portal.tsx'), 'Portal')
