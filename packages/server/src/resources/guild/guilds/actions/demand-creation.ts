import { ApiError } from '@guildhall/protocol'
import type { Caller } from '../../../../kernel/caller.ts'
import type { Work } from '../../../../kernel/work.ts'
import { settingsOf } from '../../../accounts/instance-settings/index.ts'
import { findOperatorRole } from '../../../accounts/operators/index.ts'

/** Rejects people who may not create guilds on this platform. @throws ApiError MISSING_PERMISSIONS */
export async function demandGuildCreation(work: Work, { userId }: Pick<Caller, 'userId'>): Promise<void> {
  const { guild_creation: who } = await settingsOf(work)
  if (who === 'operators' && (await findOperatorRole(work, userId)) === null)
    throw new ApiError('MISSING_PERMISSIONS', { reason: 'only operators create guilds on this platform' })
}
