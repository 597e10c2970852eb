import {
  ApplicationFlag,
  allow,
  type Faults,
  invalidForm,
  PROFILE_DATA_MAX_BYTES,
  type ProfileDataObject,
  refuse,
  type Snowflake,
  type Verdict,
} from '@guildhall/protocol'
import type { Application } from '../../../kernel/model.ts'
import { type ExternalIdentity, isLinking } from './model.ts'
import type { ProfileDataForm } from './requests.ts'

/** Whether an application may keep profiles of its players and widgets: it is a game that its owner claimed. [STA-1] */
export function mayKeepProfiles({ flags }: Pick<Application, 'flags'>): Verdict {
  const social = ApplicationFlag.SOCIAL_LAYER_INTEGRATION | ApplicationFlag.SOCIAL_LAYER_INTEGRATION_LIMITED
  return (flags & social) !== 0n
    ? allow
    : refuse('APPLICATION_ACTION_NOT_AUTHORIZED', 'the application does not use the social layer')
}

/** Schemes of addresses of images. */
const SCHEMES: readonly string[] = ['http:', 'https:']

/** Rejects statistics that are larger than 10 KB as they were sent. [END-62] @throws INVALID_FORM_BODY (50035) */
export function demandSmallData(data: unknown): void {
  if (Buffer.byteLength(JSON.stringify(data)) <= PROFILE_DATA_MAX_BYTES) return
  throw invalidForm(['data'], 'PROFILE_DATA_TOO_LARGE', 'Profile data is too large, must be less than 10KB')
}

/** Adds a fault for each image whose address is not one of http or https. */
export function checkImages(data: ProfileDataForm, faults: Faults): void {
  for (const [key, value] of Object.entries(data.primary ?? {})) {
    if (typeof value === 'object' && value !== null) checkAddress(value.url, faults.at('data', 'primary', key))
  }
  for (const [index, { value }] of (data.dynamic ?? []).entries()) {
    if (typeof value === 'object') checkAddress(value.url, faults.at('data', 'dynamic', index, 'value'))
  }
}

function checkAddress(url: string, faults: Faults): void {
  const parsed = URL.parse(url)
  if (parsed && parsed.hostname !== '' && SCHEMES.includes(parsed.protocol)) return
  faults.add(['url'], 'URL_TYPE_INVALID_URL', 'Not a well formed URL.')
}

/** Returns statistics as they are stored: without keys that are null. */
export function storedData({ primary, dynamic }: ProfileDataForm): ProfileDataObject {
  return {
    ...(primary && { primary: Object.fromEntries(Object.entries(primary).filter(([, value]) => value !== null)) }),
    ...(dynamic && { dynamic }),
  }
}

/** Identity that a write of a profile concerns: a stored one, or a new one without an account elsewhere. */
export type ProfileTarget = { readonly kind: 'stored'; readonly identity: ExternalIdentity } | { readonly kind: 'new' }

/**
 * Returns the identity of a user that a profile is written for. The first write creates one for a user without any.
 * [STA-8]
 *
 * @param own identities of the user for the application, oldest first
 * @param others identities of all users with the same id
 * @throws INVALID_FORM_BODY (50035) for the id of another user, or another id than the user's
 */
export function profileTarget(
  userId: Snowflake,
  externalId: string,
  { own, others }: { own: readonly ExternalIdentity[]; others: readonly ExternalIdentity[] },
): ProfileTarget {
  const identity = own.find(({ provider_issued_user_id }) => provider_issued_user_id === externalId)
  if (identity) return { kind: 'stored', identity }
  const path = ['provider_issued_user_id']
  if (others.some(({ user_id }) => user_id !== userId))
    throw invalidForm(
      path,
      'APPLICATION_IDENTITY_EXISTS',
      'Application identity for this external account already exists for another user',
    )
  if (own.length > 0)
    throw invalidForm(
      path,
      'APPLICATION_IDENTITY_MISMATCH',
      `Provider user ID ${externalId} does not match existing identity record`,
    )
  return { kind: 'new' }
}

/** Rejects the deletion of the last identity that links an account of a user. @throws INVALID_FORM_BODY (50035) */
export function demandDeletable(identity: ExternalIdentity, own: readonly ExternalIdentity[]): void {
  if (!isLinking(identity) || own.filter(isLinking).length > 1) return
  throw invalidForm(
    ['provider_issued_user_id'],
    'APPLICATION_IDENTITY_LAST',
    'The last identity that links the account of the user cannot be deleted.',
  )
}
