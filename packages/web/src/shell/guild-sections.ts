import { Permission } from '@guildhall/protocol'
import type { GuildSection } from '../domain/guilds/section.ts'
import { AutoModerationSection } from '../features/auto-moderation/index.ts'
import {
  CommunitySection,
  RequestsSection,
  TemplateSection,
  VanitySection,
  WidgetSection,
} from '../features/guild-community/index.ts'
import { EmojiSection, SoundSection, StickerSection } from '../features/guild-expressions/index.ts'
import {
  AuditSection,
  BansSection,
  IntegrationsSection,
  InvitesSection,
  MembersSection,
  OverviewSection,
  RolesSection,
  WebhooksSection,
} from '../features/guild-settings/index.ts'
import { OnboardingSection } from '../features/onboarding/index.ts'

const EXPRESSIONS = Permission.CREATE_GUILD_EXPRESSIONS | Permission.MANAGE_GUILD_EXPRESSIONS

/** Sections of a guild's settings in the order of their links. Each is loaded when it is opened. */
export const GUILD_SECTIONS: readonly GuildSection[] = [
  { path: 'overview', title: 'Overview', needs: Permission.MANAGE_GUILD, content: OverviewSection },
  { path: 'roles', title: 'Roles', needs: Permission.MANAGE_ROLES, content: RolesSection },
  { path: 'members', title: 'Members', needs: 0n, content: MembersSection },
  { path: 'bans', title: 'Bans', needs: Permission.BAN_MEMBERS, content: BansSection },
  {
    path: 'invites',
    title: 'Invites',
    needs: Permission.MANAGE_GUILD | Permission.VIEW_AUDIT_LOG,
    content: InvitesSection,
  },
  { path: 'webhooks', title: 'Webhooks', needs: Permission.MANAGE_WEBHOOKS, content: WebhooksSection },
  { path: 'integrations', title: 'Integrations', needs: Permission.MANAGE_GUILD, content: IntegrationsSection },
  { path: 'audit-log', title: 'Audit log', needs: Permission.VIEW_AUDIT_LOG, content: AuditSection },
  { path: 'emoji', title: 'Emoji', needs: EXPRESSIONS, content: EmojiSection },
  { path: 'stickers', title: 'Stickers', needs: EXPRESSIONS, content: StickerSection },
  { path: 'soundboard', title: 'Soundboard', needs: EXPRESSIONS, content: SoundSection },
  { path: 'auto-moderation', title: 'Auto moderation', needs: Permission.MANAGE_GUILD, content: AutoModerationSection },
  { path: 'community', title: 'Community', needs: Permission.MANAGE_GUILD, content: CommunitySection },
  { path: 'onboarding', title: 'Onboarding', needs: Permission.MANAGE_GUILD, content: OnboardingSection },
  { path: 'requests', title: 'Membership requests', needs: Permission.KICK_MEMBERS, content: RequestsSection },
  { path: 'widget', title: 'Widget', needs: Permission.MANAGE_GUILD, content: WidgetSection },
  { path: 'vanity-url', title: 'Vanity URL', needs: Permission.MANAGE_GUILD, content: VanitySection },
  { path: 'template', title: 'Template', needs: Permission.MANAGE_GUILD, content: TemplateSection },
]
