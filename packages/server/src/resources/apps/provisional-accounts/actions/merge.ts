import { ApiError, demand } from '@guildhall/protocol'
import { userTopic } from '../../../../kernel/event.ts'
import type { Application, User } from '../../../../kernel/model.ts'
import type { Platform } from '../../../../kernel/platform.ts'
import type { Work } from '../../../../kernel/work.ts'
import { isLinking, listIdentities, moveIdentities } from '../../../accounts/external-identities/index.ts'
import { lockAccounts } from '../../../accounts/users/index.ts'
import { userMergeOperationCompleted } from '../events.ts'
import { mayMerge } from '../rules.ts'
import { isRestricted, moveAccount } from './accounts.ts'
import { type ExternalToken, findProven, type Proof, verifyProof } from './proofs.ts'
import { deleteAccount } from './save-account.ts'

/** Time after which an abandoned merge no longer locks its player. */
const LOCK_MAX_MS = 30_000

/** Merge whose external token is verified. It locks the player until `release`. */
export interface PreparedMerge {
  /**
   * Merges the player's provisional account into a full account.
   *
   * @throws ApiError INVALID_ACCESS_TOKEN for an unknown player; see `mayMerge`
   */
  into(work: Work, destination: User): Promise<void>
  release(): void
}

const running = new WeakMap<Platform, Map<string, number>>()

/**
 * Verifies the external token of a merge, and locks the player against other merges.
 *
 * @throws ApiError INVALID_ACCESS_TOKEN for a token that is not valid; LOCKED while another merge of the player runs
 */
export async function prepareMerge(
  platform: Platform,
  application: Application,
  token: ExternalToken,
): Promise<PreparedMerge> {
  const proof = await verifyProof(platform, application, token).catch((error: unknown) => {
    throw isTokenFault(error) ? new ApiError('INVALID_ACCESS_TOKEN', { cause: error }) : error
  })
  const locks = running.get(platform) ?? new Map<string, number>()
  running.set(platform, locks)
  const key = JSON.stringify([application.id.toString(), lockName(proof)])
  const now = performance.now()
  if ((locks.get(key) ?? 0) > now) throw new ApiError('LOCKED')
  const until = now + LOCK_MAX_MS
  locks.set(key, until)
  const release = () => {
    if (locks.get(key) === until) locks.delete(key)
  }
  return { into: (work, destination) => mergeInto(work, { application, destination, proof }), release }
}

/** Whether an error says that the token itself is wrong, and not that its issuer could not be asked. */
function isTokenFault(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return !['OIDC_CONFIGURATION_NOT_FOUND', 'OIDC_JWKS_NOT_FOUND', 'OVERLOADED'].includes(error.errorName)
}

function lockName(proof: Proof): string {
  if (proof.kind === 'access token') return proof.hash
  const { provider_type, provider_id, provider_issued_user_id } = proof.claim
  return JSON.stringify([provider_type, provider_id, provider_issued_user_id])
}

/**
 * Makes a player's provisional account part of a full account, in the caller's unit of work: everything moves, the
 * provisional account and its tokens are deleted, and the application knows the full account by the player's identity.
 */
async function mergeInto(
  work: Work,
  { application, destination, proof }: { application: Application; destination: User; proof: Proof },
): Promise<void> {
  const found = await findProven(work, application, proof)
  if (!found) throw new ApiError('INVALID_ACCESS_TOKEN')
  await lockAccounts(work, [found.user.id, destination.id])
  // Another unit of work may have held the accounts.
  const proven = await findProven(work, application, proof)
  if (proven?.user.id !== found.user.id) throw new ApiError('LOCKED')
  const { user: source } = proven
  demand(
    mayMerge({
      source,
      sourceBanned: await isRestricted(work, source.id),
      destination,
      destinationLinked: (await listIdentities(work, destination.id, application.id)).some(isLinking),
    }),
  )
  await moveAccount(work, { kind: 'merge', from: source, to: destination, application })
  await moveIdentities(work, application.id, { from: source.id, to: destination.id })
  const operation = { id: work.nextId(), applicationId: application.id, sourceId: source.id }
  for (const { id } of [source, destination]) work.emit(userMergeOperationCompleted, userTopic(id), operation)
  await deleteAccount(work, application, source.id)
}
