import { randomBytes } from 'node:crypto'
import { ApiError, type Instant } from '@guildhall/protocol'
import type { Work } from '../../../../kernel/work.ts'
import { letters, queueMail, type Sender } from '../../../accounts/mails/index.ts'
import { logAction, type Operator } from '../../../accounts/operators/index.ts'
import type { RegistrationInvite } from '../model.ts'
import * as store from '../store.ts'

const CODE_BYTES = 9

/** An invite that an operator makes. */
export interface NewInvite {
  readonly uses: number
  /** Null for an invite without an end. */
  readonly expiresAt: Instant | null
  /** The only address of mail that may use it, which gets it by mail; null for any. */
  readonly email: string | null
  readonly note: string | null
}

/** Makes an invite to register. One for an address is mailed where the platform sends mail. */
export async function createInvite(
  work: Work,
  operator: Operator,
  { invite, from }: { invite: NewInvite; from: Sender | null },
): Promise<RegistrationInvite> {
  const { uses, expiresAt, note } = invite
  const email = invite.email?.toLowerCase() ?? null
  const code = randomBytes(CODE_BYTES).toString('base64url')
  const made = { code, uses, used: 0, expires_at: expiresAt, email, note, created_at: work.now }
  await store.insertInvite(work, made)
  if (email !== null && from !== null) await queueMail(work, email, letters.invited(from, code))
  await logAction(work, operator, {
    action: 'invite',
    target: null,
    changes: [{ key: 'uses', old: null, new: uses }],
    reason: note,
  })
  return made
}

/** Ends an invite. @throws ApiError UNKNOWN_INVITE */
export async function endInvite(work: Work, operator: Operator, code: string): Promise<void> {
  if (!(await store.deleteInvite(work, code))) throw new ApiError('UNKNOWN_INVITE')
  await logAction(work, operator, { action: 'invite', target: null, changes: [{ key: 'uses', old: 1, new: null }] })
}

/** Counts one more use of an invite. Returns false if another request used it up. */
export function useInvite(work: Work, code: string): Promise<boolean> {
  return store.countUse(work, code)
}

/** Uses a proof of work up. Returns false if it was used before. */
export function useProof(work: Work, proof: { signature: string; expiresAt: Instant }): Promise<boolean> {
  return store.useChallenge(work, { ...proof, now: work.now })
}
