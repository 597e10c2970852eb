import { lazyRouteComponent } from '@tanstack/react-router'

export const ChannelSettings = lazyRouteComponent(() => import('./channel-settings.tsx'), 'ChannelSettings')
