import type { Snowflake } from '@guildhall/protocol'
import type { StoreSession } from '../../../../kernel/store/store.ts'
import type { StoredMessage } from '../model.ts'
import { listTextsInWindow, windowEnd } from '../window-store.ts'

/** Rows of the table that one statement reads, whoever wrote them. */
const WINDOW = 5_000

/** Messages of one part of the table, and the id up to which it was read; null at the end. */
interface OwnPage {
  readonly messages: StoredMessage[]
  readonly after: Snowflake | null
}

/** Returns the messages of an author in the next part of the table. */
export async function listOwnMessages(session: StoreSession, authorId: Snowflake, after: Snowflake): Promise<OwnPage> {
  const end = await windowEnd(session, after, WINDOW)
  if (end === null) return { messages: [], after: null }
  return { messages: await listTextsInWindow(session, authorId, { after, end }), after: end }
}
