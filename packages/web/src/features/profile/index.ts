import { later } from '../../lib/later.ts'

const dialog = later(() => import('./profile-dialog.tsx'))

export { UserMenuHost } from './user-menu-host.tsx'
export const ProfileDialog = dialog.component(({ ProfileDialog }) => ProfileDialog)
