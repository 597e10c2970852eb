import type { Snowflake } from '@guildhall/protocol'

/** Host under which activities live: `NAME` or `NAME:PORT`. */
const DOMAIN = /^([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})*)(?::(\d{1,5}))?$/i
const PORT_MAX = 65_535
/** `Host` of a request. */
const HOST = /^([a-z0-9.-]{1,253}?)\.?(:\d{1,5})?$/
const APPLICATION_ID = /^[1-9]\d{0,19}$/

/** Returns whether a text is a host under which activities can live. */
export function isActivitiesDomain(text: string): boolean {
  const [, name = '', port = '1'] = DOMAIN.exec(text) ?? []
  return name !== '' && name.length <= 200 && !/^[\d.]+$/.test(name) && Number(port) >= 1 && Number(port) <= PORT_MAX
}

/** Host of a request that belongs to the domain of activities. */
export interface ActivityHost {
  /** Null if the name is not that of an application. */
  readonly applicationId: Snowflake | null
  /** Host name and port as the browser writes them. Contains nothing that could end a header or a directive. */
  readonly host: string
  /** Host name without the port. */
  readonly name: string
}

/**
 * Returns the part of a `Host` header that names an activity; null for hosts outside the domain. The port is not
 * compared: a proxy in front of the platform may have another. [VER-19]
 */
export function activityHost(header: string | undefined, domain: string): ActivityHost | null {
  const [, base = ''] = DOMAIN.exec(domain) ?? []
  const [, name = '', port = ''] = HOST.exec((header ?? '').toLowerCase()) ?? []
  if (name !== base.toLowerCase() && !name.endsWith(`.${base.toLowerCase()}`)) return null
  const label = name.slice(0, -base.length - 1)
  return { applicationId: APPLICATION_ID.test(label) ? BigInt(label) : null, host: name + port, name }
}

/** Hosts whose part is remembered. */
const HOSTS_MAX = 200

/** Remembers the parts of hosts, since nearly all requests have one of few. */
export class ActivityHosts {
  readonly #domain: string
  readonly #known = new Map<string | undefined, ActivityHost | null>()

  constructor(domain: string) {
    this.#domain = domain
  }

  /** Returns what `activityHost` does. */
  of(header: string | undefined): ActivityHost | null {
    const known = this.#known.get(header)
    if (known !== undefined) return known
    const host = activityHost(header, this.#domain)
    if (this.#known.size >= HOSTS_MAX) this.#known.clear()
    this.#known.set(header, host)
    return host
  }
}
