import type { Work } from '../../../../kernel/work.ts'
import { settingsOf } from '../../../accounts/instance-settings/index.ts'
import { listRetentions } from '../../../guild/guilds/index.ts'
import { removeOldMessages } from '../../messages/index.ts'
import { messagesRetention, type RetentionStep } from '../jobs.ts'
import { anyTooOldBelow, tooOldBelow } from '../rules.ts'

/** Messages that one transaction removes. */
const MESSAGES_MAX = 200
/** Time until messages are looked at again. */
export const AGAIN_MS = 3_600_000

/** The job `retention-messages`: removes messages that are older than they are kept. Pinned ones stay. */
export async function retainMessages(work: Work, { after }: RetentionStep): Promise<void> {
  const { retention_messages_days: days } = await settingsOf(work)
  const retention = { days, byGuild: await listRetentions(work) }
  const below = anyTooOldBelow(retention, work.now)
  if (below === null) return
  const isOld = ({ id, guild_id }: { id: bigint; guild_id: bigint | null }) => {
    const limit = tooOldBelow(retention, guild_id, work.now)
    return limit !== null && id < limit
  }
  const next = await removeOldMessages(work, { after, below, isOld }, MESSAGES_MAX)
  const at = next === null ? work.now + AGAIN_MS : work.now
  await work.schedule(messagesRetention, 'all', at, { after: next ?? 0n })
}
