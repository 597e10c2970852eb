export { ProfileDialog } from './profile-dialog.tsx'
export { UserMenuHost } from './user-menu-host.tsx'
