import { HttpResponse } from '../../../kernel/operation.ts'
import { Text, Type } from '../../../validation/schema.ts'

const ID_MAX = 32
const CODE_MAX = 100

/** The id of a provider in a path. */
export const ProviderPath = Type.Object({ provider_id: Text(1, ID_MAX) })

/** The code of a sign-in that came back from a provider. */
export const CodeBody = Type.Object({ code: Text(1, CODE_MAX) })

/** A response that leads a browser elsewhere, and has no body. */
export const Redirect = Type.Null()

/** Returns a response that leads a browser elsewhere. */
export function redirectTo(location: string, headers: Readonly<Record<string, string>> = {}): HttpResponse<302, null> {
  return new HttpResponse(302, null, {
    location,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    ...headers,
  })
}
