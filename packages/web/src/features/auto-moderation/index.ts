import { lazy } from '../../ui/lazy.tsx'

export const AutoModerationSection = lazy(async () => ({
  default: (await import('./auto-moderation-section.tsx')).AutoModerationSection,
}))
