import { AuditLogAction } from '@guildhall/protocol'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Work } from '../../kernel/work.ts'
import { audit, changesBetween } from '../audit-log/index.ts'
import { markPromptRoles } from '../roles/index.ts'
import type { Onboarding, Prompt } from './documents.ts'
import { presentOnboarding, presentPrompt } from './present.ts'
import { rolesOf } from './shape.ts'
import * as store from './store.ts'

const PROMPT_KEYS = ['title', 'type', 'options', 'single_select', 'required', 'in_onboarding'] as const
const ONBOARDING_KEYS = ['default_channel_ids', 'enabled', 'mode'] as const

/** Stores an onboarding that has changed, marks the roles that it gives, and writes down each question that changed. */
export async function saveOnboarding(
  work: Work,
  view: GuildView,
  before: Onboarding | undefined,
  after: Onboarding,
): Promise<void> {
  await store.save(work, view.id, 'onboarding', after)
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
  before: readonly Prompt[],
  after: readonly Prompt[],
): Promise<void> {
  const wire = (prompt: Prompt | undefined) => (prompt ? presentPrompt(view, prompt) : {})
  for (const id of new Set([...before, ...after].map((prompt) => prompt.id))) {
    const was = before.find((prompt) => prompt.id === id)
    const is = after.find((prompt) => prompt.id === id)
    const changes = changesBetween(wire(was), wire(is), PROMPT_KEYS)
    if (changes.length === 0) continue
    const created = is ? AuditLogAction.ONBOARDING_PROMPT_CREATE : AuditLogAction.ONBOARDING_PROMPT_DELETE
    const action = was && is ? AuditLogAction.ONBOARDING_PROMPT_UPDATE : created
    await audit(work, { guildId: view.id, action, targetId: id, changes })
  }
}
