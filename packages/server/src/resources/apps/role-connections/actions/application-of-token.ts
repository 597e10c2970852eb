import { ApiError } from '@guildhall/protocol'
import type { Caller } from '../../../../kernel/caller.ts'
import type { Application } from '../../../../kernel/model.ts'

/** Returns the application of the caller's token. @throws ApiError 20012 if the path names another application */
export function applicationOfToken(caller: Caller, id: bigint): Application {
  if (caller.application?.id !== id) throw new ApiError('APPLICATION_ACTION_NOT_AUTHORIZED')
  return caller.application
}
