/** Compile-time tests: `npm run check` fails when a line marked `@ts-expect-error` compiles. */
import { RoleObject } from '@guildhall/protocol'
import { Media, NoContent, Type } from '../validation/schema.ts'
import { HttpResponse, operation } from './operation.ts'

const route = { id: 'test', method: 'GET', path: '/test', callers: ['bot'] } as const
const role: RoleObject = {
  id: '1',
  name: 'Moderator',
  color: 0,
  colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
  hoist: false,
  icon: null,
  unicode_emoji: null,
  position: 1,
  permissions: '0',
  managed: false,
  mentionable: false,
  flags: 0,
}
const { name: _, ...nameless } = role

operation({ ...route, responses: { 200: RoleObject }, run: async () => role })
operation({ ...route, responses: { 201: RoleObject }, run: async () => role })
operation({ ...route, responses: { 200: Type.Array(RoleObject) }, run: async () => [role] })
operation({ ...route, responses: { 204: NoContent }, run: async () => {} })
operation({ ...route, responses: { 200: RoleObject, 204: NoContent }, run: async () => role })
operation({ ...route, responses: { 200: RoleObject, 201: RoleObject }, run: async () => new HttpResponse(201, role) })
operation({
  ...route,
  responses: { 200: Media('image/png') },
  run: async () => new HttpResponse(200, new Uint8Array(), { 'content-type': 'image/png' }),
})

// @ts-expect-error a field has another type
operation({ ...route, responses: { 200: RoleObject }, run: async () => ({ ...role, position: '1' }) })

// @ts-expect-error a required field is null
operation({ ...route, responses: { 200: RoleObject }, run: async () => ({ ...role, name: null }) })

// @ts-expect-error a required field is missing
operation({ ...route, responses: { 200: RoleObject }, run: async () => nameless })

// @ts-expect-error a field is not declared
operation({ ...route, responses: { 200: RoleObject }, run: async () => ({ ...role, colour: 0 }) })

// @ts-expect-error an object instead of a list
operation({ ...route, responses: { 200: Type.Array(RoleObject) }, run: async () => role })

// @ts-expect-error no body for a 200
operation({ ...route, responses: { 200: RoleObject }, run: async () => {} })

// @ts-expect-error a body for a 204
operation({ ...route, responses: { 204: NoContent }, run: async () => role })

// @ts-expect-error a status that is not declared
operation({ ...route, responses: { 200: RoleObject }, run: async () => new HttpResponse(201, role) })

const created = new HttpResponse(201, nameless)
// @ts-expect-error a wrong body for the status
operation({ ...route, responses: { 200: RoleObject, 201: RoleObject }, run: async () => created })

// @ts-expect-error an unknown value, which may be anything
operation({ ...route, responses: { 200: RoleObject }, run: async (): Promise<unknown> => role })

// @ts-expect-error a record without a schema
operation({ ...route, responses: { 200: RoleObject }, run: async (): Promise<Record<string, unknown>> => role })

const silent = { ...route, responses: { 204: NoContent } } as const

operation({ ...silent, run: async ({ caller }) => void caller.user })

// @ts-expect-error the operator is no user
operation({ ...silent, callers: ['operator'], run: async ({ caller }) => void caller.user })

// @ts-expect-error a caller may have no token
operation({ ...silent, callers: ['anyone'], run: async ({ caller }) => void caller.user })
