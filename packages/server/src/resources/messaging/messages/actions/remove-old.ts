import type { Snowflake } from '@guildhall/protocol'
import type { Work } from '../../../../kernel/work.ts'
import { findMessage } from '../store.ts'
import { listUnpinned, listWithAttachments, windowEnd } from '../window-store.ts'
import { heldLocationOf } from './held-location.ts'
import { deleteByChannel } from './remove-of-author.ts'
import { saveMessage } from './save.ts'

/** Rows of the table that one statement reads. */
const WINDOW = 1_000
/** Channels of one transaction: each costs as much as some dozen messages. */
const CHANNELS_MAX = 4
/** Parts of the table that one transaction reads. */
const WINDOWS_MAX = 4

/** Part of the table from an id on, without the messages that are not old enough. */
interface OldPart {
  readonly after: Snowflake
  readonly below: Snowflake
}

/**
 * Deletes old messages, at most `limit`, and reads a bounded part of the table. Messages of one guild share a step, so
 * that a transaction holds one guild. Returns the id up to which it is done; null at the end.
 */
export async function removeOldMessages(
  work: Work,
  part: OldPart & { isOld: (message: { id: Snowflake; guild_id: Snowflake | null }) => boolean },
  limit: number,
): Promise<Snowflake | null> {
  let { after } = part
  for (let windows = 0; windows < WINDOWS_MAX; windows += 1) {
    const end = await windowEnd(work, after, WINDOW, part.below)
    if (end === null) return null
    const rows = (await listUnpinned(work, { after, end })).filter(part.isOld)
    const some = ofFewChannels(rows).slice(0, limit)
    if (some.length > 0) {
      await deleteByChannel(work, some)
      // The next step finds the others of this part.
      return some.length < rows.length ? after : end
    }
    after = end
  }
  return after
}

/** Returns the rows of the first few channels, which are of one guild. */
function ofFewChannels<Row extends { channel_id: Snowflake; guild_id: Snowflake | null }>(rows: readonly Row[]): Row[] {
  const ofGuild = rows.filter(({ guild_id }) => guild_id === rows[0]?.guild_id)
  const channels = [...new Set(ofGuild.map(({ channel_id }) => channel_id))].slice(0, CHANNELS_MAX)
  return ofGuild.filter(({ channel_id }) => channels.includes(channel_id))
}

/**
 * Takes the attachments of old messages away, of at most `limit` messages, which stay. Returns the id up to which it is
 * done; null at the end.
 */
export async function removeOldAttachments(work: Work, part: OldPart, limit: number): Promise<Snowflake | null> {
  let { after } = part
  for (let windows = 0; windows < WINDOWS_MAX; windows += 1) {
    const end = await windowEnd(work, after, WINDOW, part.below)
    if (end === null) return null
    const messages = await listWithAttachments(work, { after, end })
    const some = messages.filter(({ guild_id }) => guild_id === messages[0]?.guild_id).slice(0, limit)
    for (const { id, channel_id } of some) await removeAttachments(work, channel_id, id)
    if (some.length > 0) return some.length < messages.length ? after : end
    after = end
  }
  return after
}

async function removeAttachments(work: Work, channelId: Snowflake, messageId: Snowflake): Promise<void> {
  const location = await heldLocationOf(work, channelId)
  // Its author may have edited or deleted it after it had been listed.
  const before = await findMessage(work, channelId, messageId)
  if (!location || !before) return
  const snapshots = before.snapshots.map((snapshot) => ({ ...snapshot, attachments: [] }))
  await saveMessage(work, location, before, { attachments: [], snapshots })
}
