import { type Faults, has, type Mentions, mentionsIn, Permission, type Snowflake } from '@guildhall/protocol'
import type { ChannelLocation, StoredMessage } from './model.ts'
import type { AllowedMentions } from './requests.ts'

/** Default of webhooks and interaction responses: users, but not roles or everyone. */
export const DEFAULT_ALLOWED_MENTIONS: AllowedMentions = { parse: ['users'] }

/**
 * Adds a fault for each kind that `allowed_mentions` both parses and lists. The public API reports it at the object
 * itself.
 */
export function checkAllowedMentions(allowed: AllowedMentions, faults: Faults): void {
  for (const kind of ['users', 'roles'] as const) {
    if (allowed.parse?.includes(kind) && allowed[kind]?.length) {
      faults.add(
        [],
        'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE',
        `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`,
      )
    }
  }
}

/** Returns the mentions of a text that `allowed_mentions` permits. Does not check that users and roles exist. */
export function permittedMentions(content: string, allowed: AllowedMentions | null): Mentions {
  const found = mentionsIn(content)
  if (allowed === null) return found
  const permits = (kind: 'users' | 'roles') => (id: Snowflake) =>
    allowed.parse?.includes(kind) || allowed[kind]?.includes(id) || false
  return {
    users: found.users.filter(permits('users')),
    roles: found.roles.filter(permits('roles')),
    everyone: found.everyone && (allowed.parse?.includes('everyone') ?? false),
  }
}

/** Conditions that decide which mentions of a text count. */
export interface MentionRules {
  readonly body: { readonly allowed_mentions?: AllowedMentions | null | undefined }
  /** `allowed_mentions` of requests that have none. Everything is allowed when it is absent. */
  readonly allowedByDefault?: AllowedMentions
  /** Permissions of the author in the channel. */
  readonly permissions: bigint
  readonly location: ChannelLocation
}

/**
 * Returns the mention fields of a message. A mention counts when `allowed_mentions`, the author's permissions and the
 * role's `mentionable` permit it.
 *
 * @param repliedUserId author of the message replied to, who is mentioned unless `replied_user` is false
 */
export function mentionFields(
  rules: MentionRules,
  text: string,
  repliedUserId: Snowflake | null = null,
): Pick<StoredMessage, 'mentions' | 'mention_roles' | 'mention_everyone'> {
  const { view } = rules.location
  const allowed = rules.body.allowed_mentions ?? rules.allowedByDefault ?? null
  const found = permittedMentions(text, allowed)
  const everyone = has(rules.permissions, Permission.MENTION_EVERYONE)
  const mentions = found.users
  const pings = allowed ? (allowed.replied_user ?? false) : true
  if (repliedUserId && pings && !mentions.includes(repliedUserId)) mentions.push(repliedUserId)
  return {
    mentions,
    mention_roles: found.roles.filter((id) => {
      const role = view?.roles.get(id)
      return role !== undefined && (role.mentionable || everyone)
    }),
    mention_everyone: found.everyone && everyone && view !== null,
  }
}
