import { allow, refuse, type Verdict } from '@guildhall/protocol'
import type { JoinRequestStatus } from './join-request.ts'

/** Who waits for being let in asks for it, unless they wait already. */
export function mayAsk(member: { pending: boolean }, status: JoinRequestStatus | undefined): Verdict {
  if (!member.pending) return refuse('INVALID_FORM_BODY', 'is let in already')
  return status === 'SUBMITTED' ? refuse('INVALID_FORM_BODY', 'has asked already') : allow
}

/** A request is decided once. */
export function mayDecide(status: JoinRequestStatus): Verdict {
  return status === 'SUBMITTED' ? allow : refuse('INVALID_FORM_BODY', `is ${status} already`)
}
