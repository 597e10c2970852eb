import { Permission } from '@guildhall/protocol'
import { lazy } from 'react'
import type { GuildSection } from './section.ts'

const EXPRESSIONS = Permission.CREATE_GUILD_EXPRESSIONS | Permission.MANAGE_GUILD_EXPRESSIONS

/** Sections of a guild's settings in the order of their links. Each has its own file, loaded when it is opened. */
const SECTIONS: readonly GuildSection[] = [
  {
    path: 'overview',
    title: 'Overview',
    needs: Permission.MANAGE_GUILD,
    content: lazy(async () => ({ default: (await import('./overview-section.tsx')).OverviewSection })),
  },
  {
    path: 'roles',
    title: 'Roles',
    needs: Permission.MANAGE_ROLES,
    content: lazy(async () => ({ default: (await import('./roles-section.tsx')).RolesSection })),
  },
  {
    path: 'members',
    title: 'Members',
    needs: 0n,
    content: lazy(async () => ({ default: (await import('./members-section.tsx')).MembersSection })),
  },
  {
    path: 'bans',
    title: 'Bans',
    needs: Permission.BAN_MEMBERS,
    content: lazy(async () => ({ default: (await import('./bans-section.tsx')).BansSection })),
  },
  {
    path: 'invites',
    title: 'Invites',
    needs: Permission.MANAGE_GUILD | Permission.VIEW_AUDIT_LOG,
    content: lazy(async () => ({ default: (await import('./invites-section.tsx')).InvitesSection })),
  },
  {
    path: 'webhooks',
    title: 'Webhooks',
    needs: Permission.MANAGE_WEBHOOKS,
    content: lazy(async () => ({ default: (await import('./webhooks-section.tsx')).WebhooksSection })),
  },
  {
    path: 'integrations',
    title: 'Integrations',
    needs: Permission.MANAGE_GUILD,
    content: lazy(async () => ({ default: (await import('./integrations-section.tsx')).IntegrationsSection })),
  },
  {
    path: 'audit-log',
    title: 'Audit log',
    needs: Permission.VIEW_AUDIT_LOG,
    content: lazy(async () => ({ default: (await import('./audit-section.tsx')).AuditSection })),
  },
  {
    path: 'emoji',
    title: 'Emoji',
    needs: EXPRESSIONS,
    content: lazy(async () => ({ default: (await import('../guild-expressions/emoji-section.tsx')).EmojiSection })),
  },
  {
    path: 'stickers',
    title: 'Stickers',
    needs: EXPRESSIONS,
    content: lazy(async () => ({ default: (await import('../guild-expressions/sticker-section.tsx')).StickerSection })),
  },
  {
    path: 'soundboard',
    title: 'Soundboard',
    needs: EXPRESSIONS,
    content: lazy(async () => ({ default: (await import('../guild-expressions/sound-section.tsx')).SoundSection })),
  },
  {
    path: 'auto-moderation',
    title: 'Auto moderation',
    needs: Permission.MANAGE_GUILD,
    content: lazy(async () => ({
      default: (await import('../auto-moderation/auto-moderation-section.tsx')).AutoModerationSection,
    })),
  },
  {
    path: 'community',
    title: 'Community',
    needs: Permission.MANAGE_GUILD,
    content: lazy(async () => ({
      default: (await import('../guild-community/community-section.tsx')).CommunitySection,
    })),
  },
  {
    path: 'onboarding',
    title: 'Onboarding',
    needs: Permission.MANAGE_GUILD,
    content: lazy(async () => ({ default: (await import('../onboarding/onboarding-section.tsx')).OnboardingSection })),
  },
  {
    path: 'requests',
    title: 'Membership requests',
    needs: Permission.KICK_MEMBERS,
    content: lazy(async () => ({ default: (await import('../guild-community/requests-section.tsx')).RequestsSection })),
  },
  {
    path: 'widget',
    title: 'Widget',
    needs: Permission.MANAGE_GUILD,
    content: lazy(async () => ({ default: (await import('../guild-community/widget-section.tsx')).WidgetSection })),
  },
  {
    path: 'vanity-url',
    title: 'Vanity URL',
    needs: Permission.MANAGE_GUILD,
    content: lazy(async () => ({ default: (await import('../guild-community/vanity-section.tsx')).VanitySection })),
  },
  {
    path: 'template',
    title: 'Template',
    needs: Permission.MANAGE_GUILD,
    content: lazy(async () => ({ default: (await import('../guild-community/template-section.tsx')).TemplateSection })),
  },
]

/** Returns the sections that a member with these permissions can use. */
export function sectionsFor(permissions: bigint): readonly GuildSection[] {
  return SECTIONS.filter(({ needs }) => needs === 0n || (permissions & needs) !== 0n)
}
