import { AuditLogAction } from '@guildhall/protocol'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { Work } from '../../../../kernel/work.ts'
import { audit, changesBetween } from '../../audit-log/index.ts'
import { saveAuditedGuild } from '../../guilds/index.ts'
import { markPromptRoles } from '../../roles/index.ts'
import {
  rolesOf,
  type StoredNewMemberWelcome,
  type StoredOnboarding,
  type StoredPrompt,
  type StoredWelcomeScreen,
} from '../model.ts'
import { presentOnboarding, presentPrompt } from '../present.ts'
import * as store from '../store.ts'

const PROMPT_KEYS = ['title', 'type', 'options', 'single_select', 'required', 'in_onboarding'] as const
const ONBOARDING_KEYS = ['default_channel_ids', 'enabled', 'mode'] as const

/** Stores an onboarding, marks the roles that it gives, and audits each changed prompt and the other changes. */
export async function saveOnboarding(
  work: Work,
  view: GuildView,
  before: StoredOnboarding | undefined,
  after: StoredOnboarding,
): Promise<void> {
  await store.saveDocument(work, view.id, 'onboarding', after)
  await markPromptRoles(work, view, rolesOf(after))
  await auditPrompts(work, view, before?.prompts ?? [], after.prompts)
  const changes = changesBetween(
    before ? presentOnboarding(view, before) : {},
    presentOnboarding(view, after),
    ONBOARDING_KEYS,
  )
  if (changes.length === 0) return
  const action = before ? AuditLogAction.ONBOARDING_UPDATE : AuditLogAction.ONBOARDING_CREATE
  await audit(work, { guildId: view.id, action, targetId: view.id, changes })
}

async function auditPrompts(
  work: Work,
  view: GuildView,
  before: readonly StoredPrompt[],
  after: readonly StoredPrompt[],
): Promise<void> {
  const wire = (prompt: StoredPrompt | undefined) => (prompt ? presentPrompt(view, prompt) : {})
  for (const id of new Set([...before, ...after].map((prompt) => prompt.id))) {
    const old = before.find((prompt) => prompt.id === id)
    const current = after.find((prompt) => prompt.id === id)
    const changes = changesBetween(wire(old), wire(current), PROMPT_KEYS)
    if (changes.length === 0) continue
    const created = current ? AuditLogAction.ONBOARDING_PROMPT_CREATE : AuditLogAction.ONBOARDING_PROMPT_DELETE
    const action = old && current ? AuditLogAction.ONBOARDING_PROMPT_UPDATE : created
    await audit(work, { guildId: view.id, action, targetId: id, changes })
  }
}

/** Stores and audits the new member welcome. */
export async function saveNewMemberWelcome(
  work: Work,
  view: GuildView,
  welcome: StoredNewMemberWelcome,
): Promise<void> {
  const before = await store.findDocument(work, view.id, 'new_member_welcome')
  await store.saveDocument(work, view.id, 'new_member_welcome', welcome)
  const action = before ? AuditLogAction.HOME_SETTINGS_UPDATE : AuditLogAction.HOME_SETTINGS_CREATE
  await audit(work, { guildId: view.id, action, targetId: view.id })
}

/**
 * Stores a welcome screen. A feature of the guild records whether it is enabled, so that only a change of `enabled` is
 * emitted and audited.
 */
export async function saveWelcomeScreen(
  work: Work,
  view: GuildView,
  screen: StoredWelcomeScreen,
  enabled: boolean | null,
): Promise<void> {
  await store.saveDocument(work, view.id, 'welcome_screen', screen)
  if (enabled === null) return
  const others = view.guild.features.filter((feature) => feature !== 'WELCOME_SCREEN_ENABLED')
  const features = enabled ? [...others, 'WELCOME_SCREEN_ENABLED'] : others
  await saveAuditedGuild(work, view, { ...view.guild, features })
}
