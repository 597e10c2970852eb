import type { Instant, Snowflake } from '@guildhall/protocol'
import type { Secrets } from '../../../kernel/store/secrets.ts'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { MailContent, WaitingMail } from './model.ts'

const placeOf = (id: Snowflake) => `mails.content.${id}`

/** Inserts a mail that is due at once. */
export async function insertMail(
  session: StoreSession,
  { id, address, content, now }: { id: Snowflake; address: string; content: MailContent; now: Instant },
): Promise<void> {
  await session.run(
    db.insertInto('mails').values({
      id,
      address,
      state: 'waiting',
      created_at: now,
      due_at: now,
      attempts: 0,
      last_error: null,
      content: session.secrets.seal(JSON.stringify(content), placeOf(id)),
    }),
  )
}

/** Returns the number of mails to an address since an instant. */
export async function countMailsTo(session: StoreSession, address: string, since: Instant): Promise<number> {
  const mails = db.selectFrom('mails').select('id').where('address', '=', address).where('created_at', '>', since)
  return (await session.all(mails)).length
}

/** Returns the waiting mail that is due first. */
export async function findNextMail(session: StoreSession): Promise<WaitingMail | undefined> {
  const row = await session.first(
    db.selectFrom('mails').selectAll().where('state', '=', 'waiting').orderBy('due_at').orderBy('id').limit(1),
  )
  if (!row) return undefined
  const { id, address, created_at, due_at, attempts, content } = row
  const opened = JSON.parse(session.secrets.open(content ?? '', placeOf(id))) as MailContent
  return { id, address, createdAt: created_at, dueAt: due_at, attempts, content: opened }
}

/** Stores that a mail server accepted a mail. Its text is removed. */
export async function markSent(session: StoreSession, id: Snowflake): Promise<void> {
  const sent = { state: 'sent', content: null, last_error: null } as const
  await session.run(db.updateTable('mails').set(sent).where('id', '=', id))
}

/** Stores a failed attempt. Without a next one the mail has failed, and its text is removed. */
export async function markFailure(
  session: StoreSession,
  id: Snowflake,
  { attempts, error, next }: { attempts: number; error: string; next: Instant | null },
): Promise<void> {
  const state = next === null ? ({ state: 'failed', content: null } as const) : { due_at: next }
  const failure = { attempts, last_error: error, ...state }
  await session.run(db.updateTable('mails').set(failure).where('id', '=', id))
}

/** Deletes mails that were sent, or have failed, and were queued before an instant. */
export async function deleteOldMails(session: StoreSession, sentBefore: Instant, failedBefore: Instant): Promise<void> {
  await session.run(db.deleteFrom('mails').where('state', '=', 'sent').where('created_at', '<=', sentBefore))
  await session.run(db.deleteFrom('mails').where('state', '=', 'failed').where('created_at', '<=', failedBefore))
}

/** Returns what operators see of mails. */
export async function countMails(
  session: StoreSession,
): Promise<{ waiting: number; failed: number; lastError: string | null }> {
  const rows = await session.all(
    db.selectFrom('mails').select(['state', 'last_error']).where('state', '!=', 'sent').orderBy('due_at', 'desc'),
  )
  return {
    waiting: rows.filter(({ state }) => state === 'waiting').length,
    failed: rows.filter(({ state }) => state === 'failed').length,
    lastError: rows.find(({ last_error }) => last_error !== null)?.last_error ?? null,
  }
}

/** Encrypts the texts of mails under the key of the store, which may be another one than before. */
export async function resealMails(session: StoreSession, from: Secrets): Promise<void> {
  for (const { id, content } of await session.all(db.selectFrom('mails').select(['id', 'content']))) {
    if (content === null) continue
    const sealed = session.secrets.seal(from.open(content, placeOf(id)), placeOf(id))
    await session.run(db.updateTable('mails').set({ content: sealed }).where('id', '=', id))
  }
}
