import { lazyRouteComponent } from '@tanstack/react-router'

export const Administration = lazyRouteComponent(() => import('./administration.tsx'), 'Administration')
