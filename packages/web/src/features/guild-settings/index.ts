import { lazy } from '../../ui/lazy.tsx'

export { GuildSettings } from './guild-settings.tsx'

export const OverviewSection = lazy(async () => ({ default: (await import('./overview-section.tsx')).OverviewSection }))
export const RolesSection = lazy(async () => ({ default: (await import('./roles-section.tsx')).RolesSection }))
export const MembersSection = lazy(async () => ({ default: (await import('./members-section.tsx')).MembersSection }))
export const BansSection = lazy(async () => ({ default: (await import('./bans-section.tsx')).BansSection }))
export const InvitesSection = lazy(async () => ({ default: (await import('./invites-section.tsx')).InvitesSection }))
export const WebhooksSection = lazy(async () => ({ default: (await import('./webhooks-section.tsx')).WebhooksSection }))
export const IntegrationsSection = lazy(async () => ({
  default: (await import('./integrations-section.tsx')).IntegrationsSection,
}))
export const AuditSection = lazy(async () => ({ default: (await import('./audit-section.tsx')).AuditSection }))
