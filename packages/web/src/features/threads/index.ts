import { lazy } from '../../ui/lazy.tsx'

export const ThreadMenu = lazy(async () => ({ default: (await import('./thread-menu.tsx')).ThreadMenu }))
export const ThreadMembers = lazy(() => import('./thread-members.tsx'))
export const Forum = lazy(() => import('./forum.tsx'))
export const ThreadList = lazy(() => import('./thread-list.tsx'))
