import type { Snowflake } from '@guildhall/protocol'
import type { Work } from '../../../../kernel/work.ts'
import type { AccountPurge } from '../../../accounts/deletions/consequences.ts'
import { presentUser } from '../../../accounts/users/index.ts'
import type { StoredMessage } from '../model.ts'
import { listInteractionsOf, windowEnd } from '../window-store.ts'
import { saveWithoutEvent } from './save.ts'

const CURSOR = 'interactions'
const WINDOW = 5_000
const WINDOWS_MAX = 10

/** Takes the name of a deleted account out of the messages that answered their interactions. */
export async function scrubInteractions(work: Work, purge: AccountPurge): Promise<void> {
  for (let windows = 0; purge.left > 0; windows += 1) {
    const after = purge.cursors[CURSOR] ?? 0n
    const end = await windowEnd(work, after, WINDOW)
    if (end === null) return
    if (windows === WINDOWS_MAX) {
      purge.left = 0
      return
    }
    for (const message of await listInteractionsOf(work, purge.user.id, { after, end })) {
      await saveWithoutEvent(work, withoutName(message, purge.user))
      purge.left -= 1
    }
    purge.cursors[CURSOR] = end
  }
}

function withoutName(
  message: StoredMessage,
  user: Parameters<typeof presentUser>[0] & { id: Snowflake },
): StoredMessage {
  const object = presentUser(user)
  const { interaction, interaction_metadata: metadata } = message
  const isOwn = (named: { user: { id: string } } | null) => named?.user.id === user.id.toString()
  return {
    ...message,
    ...(interaction && isOwn(interaction) ? { interaction: { ...interaction, user: object } } : {}),
    ...(metadata && isOwn(metadata) ? { interaction_metadata: { ...metadata, user: object } } : {}),
  }
}
