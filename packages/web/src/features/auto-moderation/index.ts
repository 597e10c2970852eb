import { lazy } from 'react'

export const AutoModerationSection = lazy(async () => ({
  default: (await import('./auto-moderation-section.tsx')).AutoModerationSection,
}))
