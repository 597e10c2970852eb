import { lazyRouteComponent } from '@tanstack/react-router'
import { lazy } from '../../ui/lazy.tsx'

export const TemplatePage = lazyRouteComponent(() => import('./template-page.tsx'), 'TemplatePage')
export const CommunitySection = lazy(async () => ({
  default: (await import('./community-section.tsx')).CommunitySection,
}))
export const RequestsSection = lazy(async () => ({ default: (await import('./requests-section.tsx')).RequestsSection }))
export const WidgetSection = lazy(async () => ({ default: (await import('./widget-section.tsx')).WidgetSection }))
export const VanitySection = lazy(async () => ({ default: (await import('./vanity-section.tsx')).VanitySection }))
export const TemplateSection = lazy(async () => ({ default: (await import('./template-section.tsx')).TemplateSection }))
