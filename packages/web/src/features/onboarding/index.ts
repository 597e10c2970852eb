import { lazyRouteComponent } from '@tanstack/react-router'
import { lazy } from '../../ui/lazy.tsx'

export const WelcomePage = lazyRouteComponent(() => import('./welcome-page.tsx'), 'WelcomePage')
export const OnboardingSection = lazy(async () => ({
  default: (await import('./onboarding-section.tsx')).OnboardingSection,
}))
