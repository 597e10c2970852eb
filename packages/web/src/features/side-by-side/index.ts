import { lazyRouteComponent } from '@tanstack/react-router'

export const SideBySide = lazyRouteComponent(() => import('./side-by-side.tsx'), 'SideBySide')
