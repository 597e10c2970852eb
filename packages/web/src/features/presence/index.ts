import { lazy } from 'react'

export { StatusMenu } from './status-menu.tsx'

export const CustomStatus = lazy(() => import('./custom-status.tsx'))
