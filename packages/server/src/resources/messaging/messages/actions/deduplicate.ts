import { snowflakeAt } from '@guildhall/protocol'
import type { ChannelAccess } from '../../../../access/channel.ts'
import type { Caller } from '../../../../kernel/caller.ts'
import type { Work } from '../../../../kernel/work.ts'
import type { HydratedMessage } from '../model.ts'
import type { MessageRequest } from '../requests.ts'
import { listMessagesByAuthor } from '../store.ts'
import { hydrateMessages } from './hydrate.ts'

/** Time during which a message with the same nonce counts as the same message. */
const NONCE_KEPT_MS = 5 * 60_000

/** Returns the message that an earlier request with `enforce_nonce` and the same nonce has posted, if any. */
export async function findSentWithNonce(
  work: Work,
  caller: Caller,
  { channel }: ChannelAccess,
  { nonce, enforce_nonce }: MessageRequest,
): Promise<HydratedMessage | undefined> {
  if (!enforce_nonce || nonce == null) return undefined
  const recent = await listMessagesByAuthor(work, channel.id, caller.userId, snowflakeAt(work.now - NONCE_KEPT_MS))
  const same = recent.find((message) => message.nonce === nonce)
  const [hydrated] = same ? await hydrateMessages(work, [same], caller.userId) : []
  return hydrated && same && { ...hydrated, message: same }
}
