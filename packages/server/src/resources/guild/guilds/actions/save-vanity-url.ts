import { ApiError } from '@guildhall/protocol'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findInvite } from '../../invites/store.ts'
import * as store from '../vanity-store.ts'
import { saveAuditedGuild } from './edit.ts'

/**
 * Stores the vanity code of a guild, and emits and audits the guild; null releases the code.
 *
 * @throws ApiError INVITE_CODE_INVALID_OR_TAKEN if another guild or an invite has the code
 */
export async function saveVanityUrl(work: Work, view: GuildView, code: string | null): Promise<void> {
  // Invites are looked up first, so that such a code would lead elsewhere.
  if (code !== null && (await findInvite(work, code, work.now))) throw new ApiError('INVITE_CODE_INVALID_OR_TAKEN')
  if (!(await store.setVanityUrl(work, view.id, code))) throw new ApiError('INVITE_CODE_INVALID_OR_TAKEN')
  await saveAuditedGuild(work, view, { ...view.guild, vanity_url_code: code })
}

/** Counts a member who joined by the vanity code of a guild. */
export async function countVanityUse(work: Work, view: GuildView): Promise<void> {
  await store.countVanityUse(work, view.id)
}
