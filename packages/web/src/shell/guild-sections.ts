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
import { msg } from '../lib/language/text.ts'

const EXPRESSIONS = Permission.CREATE_GUILD_EXPRESSIONS | Permission.MANAGE_GUILD_EXPRESSIONS

/** Sections of a guild's settings in the order of their links. Each is loaded when it is opened. */
export const GUILD_SECTIONS: readonly GuildSection[] = [
  { path: 'overview', title: msg('Overview'), needs: Permission.MANAGE_GUILD, content: OverviewSection },
  { path: 'roles', title: msg('Roles'), needs: Permission.MANAGE_ROLES, content: RolesSection },
  { path: 'members', title: msg('Members'), needs: 0n, content: MembersSection },
  { path: 'bans', title: msg('Bans'), needs: Permission.BAN_MEMBERS, content: BansSection },
  {
    path: 'invites',
    title: msg('Invites'),
    needs: Permission.MANAGE_GUILD | Permission.VIEW_AUDIT_LOG,
    content: InvitesSection,
  },
  { path: 'webhooks', title: msg('Webhooks'), needs: Permission.MANAGE_WEBHOOKS, content: WebhooksSection },
  { path: 'integrations', title: msg('Integrations'), needs: Permission.MANAGE_GUILD, content: IntegrationsSection },
  { path: 'audit-log', title: msg('Audit log'), needs: Permission.VIEW_AUDIT_LOG, content: AuditSection },
  { path: 'emoji', title: msg('Emoji'), needs: EXPRESSIONS, content: EmojiSection },
  { path: 'stickers', title: msg('Stickers'), needs: EXPRESSIONS, content: StickerSection },
  { path: 'soundboard', title: msg('Soundboard'), needs: EXPRESSIONS, content: SoundSection },
  {
    path: 'auto-moderation',
    title: msg('Auto moderation'),
    needs: Permission.MANAGE_GUILD,
    content: AutoModerationSection,
  },
  { path: 'community', title: msg('Community'), needs: Permission.MANAGE_GUILD, content: CommunitySection },
  { path: 'onboarding', title: msg('Onboarding'), needs: Permission.MANAGE_GUILD, content: OnboardingSection },
  { path: 'requests', title: msg('Membership requests'), needs: Permission.KICK_MEMBERS, content: RequestsSection },
  { path: 'widget', title: msg('Widget'), needs: Permission.MANAGE_GUILD, content: WidgetSection },
  { path: 'vanity-url', title: msg('Vanity URL'), needs: Permission.MANAGE_GUILD, content: VanitySection },
  { path: 'template', title: msg('Template'), needs: Permission.MANAGE_GUILD, content: TemplateSection },
]
