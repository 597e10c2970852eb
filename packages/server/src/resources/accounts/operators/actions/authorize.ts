import { demand } from '@guildhall/protocol'
import type { Caller } from '../../../../kernel/caller.ts'
import type { PasswordClient } from '../../../../kernel/passwords.ts'
import type { StoreSession } from '../../../../kernel/store/store.ts'
import type { Operator, OperatorRole } from '../model.ts'
import { mayOperate } from '../rules.ts'
import { findOperatorRole } from '../store.ts'

/** A request to an operation of the administration. */
export interface OperatorRequest {
  readonly work: StoreSession
  readonly caller: Caller
  readonly client: PasswordClient
  readonly header: (name: string) => string | undefined
}

/** Header by which commands of the terminal, which send the operator's key, are told from scripts in the log. */
const COMMAND_HEADER = 'x-guildhall-command'

/**
 * Returns the operator who sent a request: the holder of the key, or a person with at least the role `least`.
 *
 * @throws ApiError MISSING_PERMISSIONS for everybody else
 */
export async function operatorOf(request: OperatorRequest, least: OperatorRole): Promise<Operator> {
  const { work, caller, client, header } = request
  const { address } = client
  if (caller.kind === 'operator')
    return { kind: header(COMMAND_HEADER) === undefined ? 'key' : 'command', role: 'owner', address }
  const role = await findOperatorRole(work, caller.userId)
  demand(mayOperate(role, least))
  return { kind: 'person', userId: caller.userId, role: role ?? least, address }
}
