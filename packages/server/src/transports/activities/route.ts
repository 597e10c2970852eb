import type { IncomingMessage } from 'node:http'
import type { HeaderList } from '../../kernel/outgoing-streams.ts'
import type { ActivityHost } from './activity-host.ts'
import type { Target } from './target.ts'

/** Facts of a request before it is forwarded. */
export interface Route {
  readonly activity: ActivityHost
  readonly target: Target
  /** Path and query as they are sent to the target. */
  readonly path: string
  /** Content security policy of the activity. */
  readonly policy: string
  /** Headers that the proxy adds to the request. */
  readonly added: HeaderList
  /** Cookies that the proxy adds to the response. */
  readonly cookies: readonly string[]
}

/** Returns the headers of a request in their order and spelling. */
export function headerList({ rawHeaders }: IncomingMessage): HeaderList {
  const list: [string, string][] = []
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    list.push([rawHeaders[index] ?? '', rawHeaders[index + 1] ?? ''])
  return list
}
