import { ApplicationFlag, allow, refuse, USERNAME_MAX, type Verdict } from '@guildhall/protocol'
import type { Application, User } from '../../../kernel/model.ts'
import { mayHaveName } from '../../accounts/users/index.ts'

const SUFFIX_LENGTH = 8
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'

/**
 * Returns a username for a new provisional account: the letters of its display name, and random ones that make it
 * unique. `random` has at least eight bytes.
 */
export function provisionalUsername(displayName: string | null, random: Uint8Array): string {
  const letters = (displayName ?? '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '')
    .slice(0, USERNAME_MAX - SUFFIX_LENGTH - 1)
  const suffix = [...random.subarray(0, SUFFIX_LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')
  const named = `${letters}_${suffix}`
  // A display name may contain words that usernames must not.
  return letters !== '' && mayHaveName(named, { bot: false }).ok ? named : `player_${suffix}`
}

/** Whether an application may have provisional accounts: a game, and not the child of a publisher. [AUT-25] */
export function mayHavePlayers({ flags, parent_id }: Pick<Application, 'flags' | 'parent_id'>): Verdict {
  if ((flags & ApplicationFlag.SOCIAL_LAYER_INTEGRATION) === 0n)
    return refuse('PROVISIONAL_ACCOUNTS_NOT_GRANTED', 'the application is not a game')
  if (parent_id !== null) return refuse('PROVISIONAL_ACCOUNTS_NOT_GRANTED', 'players sign in to the publisher')
  return allow
}

/** State of the two accounts of a merge. */
export interface MergeAccounts {
  readonly source: Pick<User, 'provisional_for'>
  /** The operator has banned the source, or the account that it replaced. */
  readonly sourceBanned: boolean
  readonly destination: Pick<User, 'provisional_for'>
  /** The application knows the destination by an external identity already. */
  readonly destinationLinked: boolean
}

/** Whether a provisional account may become part of a full account. [AUT-12] [SUB-9] */
export function mayMerge({ source, sourceBanned, destination, destinationLinked }: MergeAccounts): Verdict {
  if (destination.provisional_for !== null)
    return refuse('MERGE_DESTINATION_PROVISIONAL', 'the destination is provisional')
  if (destinationLinked) return refuse('EXTERNAL_IDENTITY_EXISTS', 'the destination is linked already')
  if (source.provisional_for === null) return refuse('MERGE_SOURCE_NOT_PROVISIONAL', 'the source is a full account')
  if (sourceBanned) return refuse('MERGE_SOURCE_BANNED', 'a ban restricts the source')
  return allow
}

/** Whether one application may become the child of another. [AUT-24] [AUT-27] */
export function mayBecomeChild(
  child: Pick<Application, 'id'> & { readonly isPublic: boolean; readonly hasChildren: boolean },
  parent: Pick<Application, 'id' | 'parent_id'> & { readonly isPublic: boolean },
): Verdict {
  if (child.id === parent.id) return refuse('INVALID_FORM_BODY', 'An application cannot be its own parent.')
  if (parent.parent_id !== null) return refuse('INVALID_FORM_BODY', 'A parent cannot have a parent itself.')
  if (child.hasChildren) return refuse('INVALID_FORM_BODY', 'A child cannot have children itself.')
  if (child.isPublic !== parent.isPublic)
    return refuse('INVALID_FORM_BODY', 'Both applications must be public clients, or neither.')
  return allow
}
