import type { Snowflake } from '@guildhall/protocol'
import type { Units } from '../../../../kernel/units.ts'
import type { Work } from '../../../../kernel/work.ts'
import { recordUses } from '../../../accounts/files/index.ts'
import { filesOf } from '../file-rules.ts'
import { listMessagesWithFiles } from '../store.ts'

const PAGE = 500

/** Records the files of messages that an older version stored. Runs once. */
export function recordFilesOfMessages(units: Units): Promise<void> {
  return recordUses(units, async (work: Work, after: Snowflake) =>
    (await listMessagesWithFiles(work, after, PAGE)).map((message) => {
      const { own, shared } = filesOf(message)
      return { id: message.id, channel_id: message.channel_id, keys: [...own, ...shared] }
    }),
  )
}
