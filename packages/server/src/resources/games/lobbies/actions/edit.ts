import { isDeepStrictEqual } from 'node:util'
import { invalidForm, LOBBY_IDLE_TIMEOUT_DEFAULT } from '@guildhall/protocol'
import type { Caller } from '../../../../kernel/caller.ts'
import type { LoadedLobby, Metadata, StoredLobby } from '../../../../kernel/lobby-model.ts'
import type { Work } from '../../../../kernel/work.ts'
import type { LobbyBody } from '../requests.ts'
import { demandShortMetadata } from '../rules.ts'
import { listLobbyMembers } from '../store.ts'
import { applicationOf, loadLobby } from './load.ts'
import { draftsOf, MemberChanges } from './members.ts'
import { insertLobby, saveHiddenFields, saveLobby } from './save.ts'

/** Fields of a lobby to change; absent ones stay. */
interface LobbyChanges {
  metadata?: Metadata | null
  flags?: number | null
  idle_timeout_seconds?: number | null
}

/**
 * Creates a lobby with members on behalf of an application.
 *
 * @throws UNKNOWN_USER (10013); INVALID_FORM_BODY (50035); MISSING_ACCESS (50001) for a user who may not be a member
 */
export async function createLobby(work: Work, caller: Caller, body: LobbyBody): Promise<LoadedLobby> {
  demandBody(body)
  const applicationId = applicationOf(caller)
  const drafts = await draftsOf(work, applicationId, body.members ?? [], ['members'])
  const lobby = await insertLobby(work, {
    application_id: applicationId,
    metadata: body.metadata ?? null,
    flags: body.flags ?? 0,
    idle_timeout_seconds: body.idle_timeout_seconds ?? LOBBY_IDLE_TIMEOUT_DEFAULT,
    by_secret: false,
    secret_hash: null,
    secret_expires_at: null,
  })
  const members = new MemberChanges(work, lobby)
  for (const draft of drafts) await members.upsert(draft)
  return loadLobby(work, lobby)
}

/** Changes a lobby on behalf of its application. A list of members replaces all members. Throws as `createLobby`. */
export async function editLobby(work: Work, lobby: StoredLobby, body: LobbyBody): Promise<LoadedLobby> {
  demandBody(body)
  if (body.members) {
    const drafts = await draftsOf(work, lobby.application_id, body.members, ['members'])
    const kept = new Set(drafts.map(({ user }) => user.id))
    const members = new MemberChanges(work, lobby)
    for (const { user_id } of await listLobbyMembers(work, lobby.id))
      if (!kept.has(user_id)) await members.remove(user_id)
    for (const draft of drafts) await members.upsert(draft)
  }
  return changeLobby(work, lobby, body)
}

/** Stores changed fields of a lobby. LOBBY_UPDATE is emitted only if the wire object changes. */
export async function changeLobby(work: Work, before: StoredLobby, changes: LobbyChanges): Promise<LoadedLobby> {
  const { metadata = before.metadata } = changes
  const flags = changes.flags ?? before.flags
  const idle_timeout_seconds = changes.idle_timeout_seconds ?? before.idle_timeout_seconds
  const after = { ...before, metadata, flags, idle_timeout_seconds }
  if (isDeepStrictEqual(before, after)) return loadLobby(work, before)
  if (idle_timeout_seconds !== before.idle_timeout_seconds) await saveHiddenFields(work, after)
  if (flags === before.flags && isDeepStrictEqual(metadata, before.metadata)) return loadLobby(work, after)
  return saveLobby(work, after)
}

function demandBody({ metadata, override_event_webhooks_url }: LobbyBody): void {
  demandShortMetadata(metadata, ['metadata'])
  if (!override_event_webhooks_url) return
  const message = 'Webhook events of lobbies are sent to the event_webhooks_url of the application only.'
  throw invalidForm(['override_event_webhooks_url'], 'BASE_TYPE_CHOICES', message)
}
