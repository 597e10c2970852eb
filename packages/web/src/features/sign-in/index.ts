import { lazyRouteComponent } from '@tanstack/react-router'

export { SignedIn } from './signed-in.tsx'

export const WayIn = lazyRouteComponent(() => import('./way-in.tsx'), 'WayIn')
export const Register = lazyRouteComponent(() => import('./register.tsx'), 'Register')
export const ForgotPassword = lazyRouteComponent(() => import('./forgot-password.tsx'), 'ForgotPassword')
export const ResetPassword = lazyRouteComponent(() => import('./reset-password.tsx'), 'ResetPassword')
export const VerifyAddress = lazyRouteComponent(() => import('./verify-address.tsx'), 'VerifyAddress')
