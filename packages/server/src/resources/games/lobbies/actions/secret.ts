import { createHash } from 'node:crypto'
import { LOBBY_IDLE_TIMEOUT_DEFAULT, LOBBY_SECRET_MAX_DAYS } from '@guildhall/protocol'
import type { Caller } from '../../../../kernel/caller.ts'
import type { LoadedLobby, StoredLobby } from '../../../../kernel/lobby-model.ts'
import type { Work } from '../../../../kernel/work.ts'
import type { SecretLobbyBody } from '../requests.ts'
import { demandShortMetadata } from '../rules.ts'
import * as store from '../store.ts'
import { changeLobby } from './edit.ts'
import { applicationOf, findHeldLobby } from './load.ts'
import { MemberChanges } from './members.ts'
import { insertLobby, saveHiddenFields } from './save.ts'

const SECRET_MAX_MS = LOBBY_SECRET_MAX_DAYS * 24 * 3_600_000

/**
 * Makes the caller a member of the game's lobby with a secret, which is created if there is none. [END-19]
 *
 * @throws INVALID_FORM_BODY (50035); TOO_MANY_MEMBERS (30019); MISSING_ACCESS (50001) for a user in too many lobbies
 */
export async function createOrJoinLobby(work: Work, caller: Caller, body: SecretLobbyBody): Promise<LoadedLobby> {
  demandShortMetadata(body.lobby_metadata, ['lobby_metadata'])
  demandShortMetadata(body.member_metadata, ['member_metadata'])
  const applicationId = applicationOf(caller)
  const secretHash = createHash('sha256').update(body.secret).digest('base64url')
  const named = await work.lock(`lobby-secret.${applicationId}.${secretHash}`, () =>
    store.findLobbyBySecret(work, applicationId, secretHash),
  )
  const existing = named && (await withValidSecret(work, named))
  const lobby = existing ?? (await lobbyWithSecret(work, { applicationId, secretHash, body }))
  const metadata = body.member_metadata
  const draft = { user: caller.user, ...(metadata === undefined ? {} : { metadata }) }
  await new MemberChanges(work, lobby).upsert(draft)
  const { lobby_metadata, idle_timeout_seconds = null } = body
  const changes = existing
    ? { idle_timeout_seconds, ...(lobby_metadata === undefined ? {} : { metadata: lobby_metadata }) }
    : {}
  return changeLobby(work, lobby, changes)
}

/** Returns the lobby if its secret is still valid. An expired secret is removed; the lobby stays for its members. */
async function withValidSecret(work: Work, { id }: StoredLobby): Promise<StoredLobby | undefined> {
  const lobby = await findHeldLobby(work, id)
  if (!lobby || (lobby.secret_expires_at ?? 0) > work.now) return lobby
  await saveHiddenFields(work, { ...lobby, secret_hash: null, secret_expires_at: null })
  return undefined
}

function lobbyWithSecret(
  work: Work,
  { applicationId, secretHash, body }: { applicationId: bigint; secretHash: string; body: SecretLobbyBody },
): Promise<StoredLobby> {
  return insertLobby(work, {
    application_id: applicationId,
    metadata: body.lobby_metadata ?? null,
    flags: body.flags ?? 0,
    idle_timeout_seconds: body.idle_timeout_seconds ?? LOBBY_IDLE_TIMEOUT_DEFAULT,
    by_secret: true,
    secret_hash: secretHash,
    secret_expires_at: work.now + SECRET_MAX_MS,
  })
}
