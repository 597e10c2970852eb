import { allow, refuse, type Verdict } from '@guildhall/protocol'
import type { JoinRequestStatus } from './model.ts'

/** Whether a member may request to join: only while pending, and not with a request that awaits a decision. */
export function mayRequest(member: { pending: boolean }, status: JoinRequestStatus | undefined): Verdict {
  if (!member.pending) return refuse('INVALID_FORM_BODY', 'the member is not pending')
  return status === 'SUBMITTED' ? refuse('INVALID_FORM_BODY', 'a request awaits a decision') : allow
}

/** Whether a request may be decided: only once. */
export function mayDecide(status: JoinRequestStatus): Verdict {
  return status === 'SUBMITTED' ? allow : refuse('INVALID_FORM_BODY', `the request is ${status}`)
}
