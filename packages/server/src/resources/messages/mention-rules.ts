import { ALLOWED_MENTIONS_MAX, type Faults, type FieldPath, has, Permission, type Snowflake } from '@guildhall/protocol'
import type { ChannelLocation, StoredMessage } from './model.ts'
import type { AllowedMentions } from './requests.ts'

/** Default of webhooks and interaction responses: users, but not roles or everyone. */
export const DEFAULT_ALLOWED_MENTIONS: AllowedMentions = { parse: ['users'] }

/** Mentions that a text contains. */
interface Mentions {
  users: Snowflake[]
  roles: Snowflake[]
  everyone: boolean
}

/**
 * Adds a fault for each kind that `allowed_mentions` both parses and lists. The public API reports it at the object
 * itself.
 */
export function checkAllowedMentions(allowed: AllowedMentions, faults: Faults, path: FieldPath): void {
  for (const kind of ['users', 'roles'] as const) {
    if (allowed.parse?.includes(kind) && allowed[kind]?.length) {
      faults.add(
        path,
        'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE',
        `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`,
      )
    }
  }
}

/** Code blocks, which contain no mentions. */
const CODE = /```[\s\S]*?```|``[^`]+``|`[^`\n]+`/g
const USER = /<@!?(\d{1,20})>/g
const ROLE = /<@&(\d{1,20})>/g
const EVERYONE = /@(everyone|here)\b/

/** Returns the mentions of a text that `allowed_mentions` permits. Does not check that users and roles exist. */
export function mentionsIn(content: string, allowed: AllowedMentions | null): Mentions {
  if (!content.includes('@')) return { users: [], roles: [], everyone: false }
  const text = content.replaceAll(CODE, '')
  const permitted = (kind: 'users' | 'roles', id: Snowflake) =>
    allowed === null || allowed.parse?.includes(kind) || allowed[kind]?.includes(id) || false
  return {
    users: idsIn(text, USER).filter((id) => permitted('users', id)),
    roles: idsIn(text, ROLE).filter((id) => permitted('roles', id)),
    everyone: EVERYONE.test(text) && (allowed === null || (allowed.parse?.includes('everyone') ?? false)),
  }
}

function idsIn(text: string, pattern: RegExp): Snowflake[] {
  return [...new Set([...text.matchAll(pattern)].map((match) => BigInt(match[1] ?? 0)))].slice(0, ALLOWED_MENTIONS_MAX)
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
  const found = mentionsIn(text, allowed)
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
