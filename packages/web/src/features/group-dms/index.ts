import { lazy } from '../../ui/lazy.tsx'

export { GroupIcon } from './group-icon.tsx'

export const PeopleDialog = lazy(() => import('./people-dialog.tsx'))
export const GroupMenu = lazy(async () => ({ default: (await import('./group-menu.tsx')).GroupMenu }))
export const GroupMembers = lazy(() => import('./group-members.tsx'))
