import { ApiError, demand } from '@guildhall/protocol'
import type { Caller, OperatorCaller } from '../../../../kernel/caller.ts'
import type { PasswordClient } from '../../../../kernel/passwords.ts'
import type { Platform } from '../../../../kernel/platform.ts'
import type { Work } from '../../../../kernel/work.ts'
import { settingsOf } from '../../instance-settings/index.ts'
import { FRESH_HEADER, freshFactorNeeded, isFresh, siteOf } from '../../second-factors/index.ts'
import { provedSecondFactor } from '../../users/index.ts'
import type { Operator, OperatorRole } from '../model.ts'
import { mayOperate } from '../rules.ts'
import { findOperatorRole } from '../store.ts'

/** A request to an operation of the administration. */
export interface OperatorRequest {
  readonly work: Work
  readonly platform: Pick<Platform, 'addresses'>
  readonly caller: Caller | OperatorCaller
  readonly client: PasswordClient
  readonly header: (name: string) => string | undefined
}

/** Header that marks commands of the terminal in the log. Scripts with the operator's key do not send it. */
const COMMAND_HEADER = 'x-guildhall-command'

/**
 * Returns the operator who sent a request: the holder of the key, or a person with at least the role `least`.
 *
 * @param options.fresh whether a person must have proven a second factor in the last five minutes, if they have one
 * @throws ApiError MISSING_PERMISSIONS for everybody else; TWO_FACTOR_REQUIRED for an operator whose second factor is
 *   missing
 */
export async function operatorOf(
  request: OperatorRequest,
  least: OperatorRole,
  { fresh = false }: { fresh?: boolean } = {},
): Promise<Operator> {
  const { work, caller, client, header } = request
  const { address } = client
  if (caller.kind === 'operator')
    return { kind: header(COMMAND_HEADER) === undefined ? 'key' : 'command', role: 'owner', address }
  const role = await findOperatorRole(work, caller.userId)
  demand(mayOperate(role, least))
  await demandFactor({ ...request, caller }, fresh)
  return { kind: 'person', userId: caller.userId, role: role ?? least, address }
}

async function demandFactor(
  { work, caller, header, platform }: OperatorRequest & { readonly caller: Caller },
  fresh: boolean,
): Promise<void> {
  const { operator_second_factor: isAsked } = await settingsOf(work)
  if (!caller.user.mfa_enabled) {
    if (isAsked) throw new ApiError('TWO_FACTOR_REQUIRED', { reason: 'the operator has set up no second factor' })
    return
  }
  const isProven = fresh
    ? await isFresh(work, caller, { proof: header(FRESH_HEADER), now: work.now })
    : !isAsked || (await provedSecondFactor(work, caller.tokenHash))
  if (!isProven) throw await freshFactorNeeded(work, caller, siteOf(platform.addresses.url))
}
