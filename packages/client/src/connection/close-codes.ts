import { CloseCode } from '@guildhall/protocol/constants'

/** Next step of a client whose connection closed. */
export type AfterClose = 'resume' | 'identify' | 'end'

/** Codes after which another attempt would be refused in the same way. */
const FINAL: readonly number[] = [
  CloseCode.AUTHENTICATION_FAILED,
  CloseCode.INVALID_SHARD,
  CloseCode.SHARDING_REQUIRED,
  CloseCode.INVALID_API_VERSION,
  CloseCode.INVALID_INTENTS,
  CloseCode.DISALLOWED_INTENTS,
]

/** Codes after which Resume would be refused. */
const SESSION_LOST: readonly number[] = [CloseCode.INVALID_SEQ, CloseCode.SESSION_TIMED_OUT]

/** Returns how a client goes on after the platform closed the connection with a code. */
export function afterClose(code: number): AfterClose {
  if (FINAL.includes(code)) return 'end'
  return SESSION_LOST.includes(code) ? 'identify' : 'resume'
}
