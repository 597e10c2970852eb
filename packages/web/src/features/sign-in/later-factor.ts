import { lazy } from '../../ui/lazy.tsx'
import type { SecondFactorProps } from './second-factor.tsx'

/** The second step of a sign-in, which most people never see. */
export const SecondFactor = lazy<SecondFactorProps>(() => import('./second-factor.tsx'))
