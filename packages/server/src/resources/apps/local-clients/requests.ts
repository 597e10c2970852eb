import { List, Nullable, Optional, PermissionBits, SnowflakeId, Type } from '../../../validation/schema.ts'

/** Largest number of scopes that a question names. */
const SCOPES_MAX = 50

export const ConsentStatus = Type.Union([
  Type.Literal('shown'),
  Type.Literal('accepted'),
  Type.Literal('denied'),
  Type.Literal('withdrawn'),
])

/** One scope: a text with several would be shown as one that nobody knows. */
const Scope = Type.String({ minLength: 1, maxLength: 100, pattern: '^\\S+$' })

export const ConsentRequestBody = Type.Object({
  application_id: SnowflakeId,
  scopes: List(Scope, 0, SCOPES_MAX),
  /** Place to which the consent adds the application. */
  install: Optional(Type.Object({ guild_id: Nullable(SnowflakeId), permissions: Nullable(PermissionBits) })),
  sku_id: Optional(SnowflakeId),
})

export const ConsentRequestParams = Type.Object({ request_id: SnowflakeId })

export const ApplicationParams = Type.Object({ application_id: SnowflakeId })

/** Address of a page on the platform itself: `//` would lead to another host. */
export const PagePath = Type.String({ maxLength: 500, pattern: '^/(?!/)[\\w@./?=&%-]*$' })
