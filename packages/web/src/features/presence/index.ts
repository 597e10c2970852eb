import { lazy } from '../../ui/lazy.tsx'

export { StatusMenu } from './status-menu.tsx'

export const CustomStatus = lazy(() => import('./custom-status.tsx'))
