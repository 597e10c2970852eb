import { ApiError, type Snowflake } from '@guildhall/protocol'
import type { Work } from '../../../../kernel/work.ts'
import { logAction, type Operator } from '../../../accounts/operators/index.ts'
import { retentionChanged } from '../consequences.ts'
import { listRetentions, putRetention } from '../retention-store.ts'

/**
 * Stores the days for which a guild keeps messages; null for as long as the instance does.
 *
 * @param operator operator who is not the owner; null for the owner
 * @throws ApiError UNKNOWN_GUILD
 */
export async function saveRetention(
  work: Work,
  guildId: Snowflake,
  { days, operator }: { days: number | null; operator: Operator | null },
): Promise<void> {
  if (!(await work.view(guildId))) throw new ApiError('UNKNOWN_GUILD')
  const before = (await listRetentions(work)).get(guildId) ?? null
  if (before === days) return
  await putRetention(work, guildId, days)
  const changes = [{ key: 'retention_messages_days', old: before, new: days }]
  if (operator) await logAction(work, operator, { action: 'settings', target: guildId, changes })
  await work.follow(retentionChanged, null)
}
