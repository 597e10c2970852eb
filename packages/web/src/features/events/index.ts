import { lazyRouteComponent } from '@tanstack/react-router'

export const EventsPage = lazyRouteComponent(() => import('./events-page.tsx'), 'EventsPage')
