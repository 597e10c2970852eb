import { lazy } from 'react'

export { GroupIcon } from './group-icon.tsx'

export const PeopleDialog = lazy(() => import('./people-dialog.tsx'))
export const GroupMenu = lazy(async () => ({ default: (await import('./group-menu.tsx')).GroupMenu }))
export const GroupMembers = lazy(() => import('./group-members.tsx'))
