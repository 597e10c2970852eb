import { List, Optional, SnowflakeId, Text, Type } from '../../validation/schema.ts'

/** Largest number of scopes that a question names. */
const SCOPES_MAX = 50

export const ConsentStatus = Type.Union([
  Type.Literal('shown'),
  Type.Literal('accepted'),
  Type.Literal('denied'),
  Type.Literal('withdrawn'),
])

export const ConsentRequestBody = Type.Object({
  application_id: SnowflakeId,
  scopes: List(Text(1, 100), 0, SCOPES_MAX),
  sku_id: Optional(SnowflakeId),
})

export const ConsentRequestParams = Type.Object({ request_id: SnowflakeId })

export const ApplicationParams = Type.Object({ application_id: SnowflakeId })

/** Address of a page on the platform itself: `//` would lead to another host. */
export const PagePath = Type.String({ maxLength: 500, pattern: '^/(?!/)[\\w@./?=&%-]*$' })
