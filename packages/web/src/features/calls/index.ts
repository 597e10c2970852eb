import { lazy } from '../../ui/lazy.tsx'

export { CallHost } from './call-host.tsx'

export const CallButton = lazy(() => import('./call-button.tsx'))
export const CallRoom = lazy(() => import('./call-room.tsx'))
