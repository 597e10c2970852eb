import { ApiClient, type ApiClientOptions } from '@guildhall/client'
import { protocolLocale } from '../lib/language/language.ts'
import { t } from '../lib/language/text.ts'

export { ApiFailure } from '@guildhall/client'

/** The HTTP API with a person's token, at `/api/v10` unless the options have another base. */
export class Api extends ApiClient {
  constructor(token: string | null, options: Partial<ApiClientOptions> = {}) {
    super({ base: '/api/v10', authorization: token, locale: protocolLocale, ...options })
  }
}

/** Returns what to tell a person about a failure. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : t('Something went wrong.')
}

/** Returns the parameters of an address as the query of a request. A name that occurs twice has a list. */
export function queryOf(search: URLSearchParams) {
  return Object.fromEntries(
    [...new Set(search.keys())].map((name) => {
      const values = search.getAll(name)
      return [name, values.length > 1 ? values : (values[0] ?? '')]
    }),
  ) as Record<string, string> & { client_id: string }
}
