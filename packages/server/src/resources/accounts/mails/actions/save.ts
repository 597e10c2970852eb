import type { Instant } from '@guildhall/protocol'
import { applicationTopic } from '../../../../kernel/event.ts'
import type { NodeLife } from '../../../../kernel/lease.ts'
import type { Work } from '../../../../kernel/work.ts'
import { giveUpTask, takeTask } from '../../node-tasks/index.ts'
import { mailQueued } from '../events.ts'
import { HOUR_MS, MAILS_PER_HOUR, type MailContent, type WaitingMail } from '../model.ts'
import { nextAttempt } from '../rules.ts'
import * as store from '../store.ts'

/** Days for which operators see that a mail has failed. */
const FAILED_KEPT_MS = 7 * 24 * HOUR_MS
/** Events need a topic; the platform itself is none of the applications. */
const PLATFORM = applicationTopic(0n)
/** Task of the node that sends mails. */
const TASK = 'mails'

/** Whether more mails may go to an address. Operators may get more. */
export interface MailOptions {
  readonly unlimited?: boolean
}

/**
 * Queues a mail in the unit of work of its cause. Over five an hour to one address it is dropped, without a word to the
 * caller, who learns nothing about the address.
 */
export async function queueMail(
  work: Work,
  address: string,
  content: MailContent,
  { unlimited = false }: MailOptions = {},
): Promise<void> {
  const to = address.toLowerCase()
  const isFull = await work.lock(
    `mails.${to}`,
    async () => (await store.countMailsTo(work, to, work.now - HOUR_MS)) >= MAILS_PER_HOUR,
  )
  if (isFull && !unlimited) return
  await store.insertMail(work, { id: work.nextId(), address: to, content, now: work.now })
  work.emit(mailQueued, PLATFORM, null)
}

/** Stores that a mail server accepted a mail, and removes old ones. */
export async function settleMail(work: Work, { id }: WaitingMail): Promise<void> {
  await store.markSent(work, id)
  await store.deleteOldMails(work, work.now - HOUR_MS, work.now - FAILED_KEPT_MS)
}

/** Stores that an attempt has failed. Returns when the next one is due; null if the mail is given up. */
export async function postponeMail(work: Work, mail: WaitingMail, error: string): Promise<Instant | null> {
  const attempts = mail.attempts + 1
  const next = nextAttempt(attempts, { createdAt: mail.createdAt, now: work.now })
  await store.markFailure(work, mail.id, { attempts, error, next })
  return next
}

/** Makes this process the only one that sends mails. Returns whether it is. */
export function takeMails(work: Work, node: NodeLife | null): Promise<boolean> {
  return takeTask(work, TASK, node)
}

/** Leaves the mails to another node, and wakes all of them. */
export async function giveUpMails(work: Work, node: NodeLife): Promise<void> {
  await giveUpTask(work, TASK, node)
  work.emit(mailQueued, PLATFORM, null)
}
