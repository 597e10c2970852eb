import type { Operation } from '../../../../kernel/operation.ts'
import { getCall } from './get-call.ts'
import { ringCall } from './ring-call.ts'
import { stopRingingCall } from './stop-ringing-call.ts'

export const callOperations: readonly Operation[] = [getCall, ringCall, stopRingingCall]
