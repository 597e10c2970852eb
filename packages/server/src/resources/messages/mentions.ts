import { ALLOWED_MENTIONS_MAX, type Faults, type FieldPath, type Snowflake } from '@guildhall/protocol'
import { Distinct, OneOf, OptionalNullable, SnowflakeId, type Static, Type } from '../../validation/schema.ts'

export const AllowedMentions = Type.Object({
  parse: OptionalNullable(Distinct(OneOf('users', 'roles', 'everyone'), 0, 3)),
  users: OptionalNullable(Distinct(SnowflakeId, 0, ALLOWED_MENTIONS_MAX)),
  roles: OptionalNullable(Distinct(SnowflakeId, 0, ALLOWED_MENTIONS_MAX)),
  replied_user: OptionalNullable(Type.Boolean()),
})
export type Allowed = Static<typeof AllowedMentions>

/** What webhooks and answers to interactions may mention when they say nothing: people, not roles or everyone. */
export const ALLOWED_BY_DEFAULT: Allowed = { parse: ['users'] }

export interface Mentions {
  users: Snowflake[]
  roles: Snowflake[]
  everyone: boolean
}

/** Notes each kind that `allowed_mentions` both parses and lists, at the object itself as the public API does. */
export function checkAllowedMentions(allowed: Allowed, faults: Faults, path: FieldPath): void {
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

/** Code is not read for mentions. */
const CODE = /```[\s\S]*?```|``[^`]+``|`[^`\n]+`/g
const USER = /<@!?(\d{1,20})>/g
const ROLE = /<@&(\d{1,20})>/g
const EVERYONE = /@(everyone|here)\b/

/** Whom a text mentions, as far as `allowed_mentions` lets it. Whether they exist is for the caller to see. */
export function mentionsIn(content: string, allowed: Allowed | null): Mentions {
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
