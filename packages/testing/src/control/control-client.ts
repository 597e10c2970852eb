import { at, type CallSite, callSite } from '../acting/call-site.ts'
import { Refusal } from '../acting/refusal.ts'
import { api } from '../http.ts'
import type { ControlApi } from './control-api.ts'

/** A request of the control API: method and path, as docs/control-api.md lists them below `/control`. */
export type ControlRoute = keyof ControlApi
type Given<R extends ControlRoute> = ControlApi[R]['request']
/** The parameters may be left out where none is required. */
type Parameters<R extends ControlRoute> = object extends Given<R> ? [given?: Given<R>] : [given: Given<R>]

/** Typed client of the control API. */
export class ControlClient {
  readonly url: string
  readonly key: string

  constructor({ url, key }: { url: string; key: string }) {
    this.url = url
    this.key = key
  }

  /**
   * Sends a request: `request('POST /people', { username: 'dora' })`. Parameters of the path, the query and the body
   * are one object. Returns the body of the response, null without one.
   * @@ @throws Refusal
   */
  async request<R extends ControlRoute>(route: R, ...[given]: Parameters<R>): Promise<ControlApi[R]['response']> {
    const site = callSite(this.request)
    const fields = new Map(Object.entries(given ?? {}).filter(([, value]) => value !== undefined))
    const [method = '', template = ''] = route.split(' ')
    const path = template.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
      const value = fields.get(name)
      fields.delete(name)
      return encodeURIComponent(String(value))
    })
    const inQuery = method === 'GET' || method === 'DELETE'
    const query = new URLSearchParams([...fields].map(([name, value]): [string, string] => [name, String(value)]))
    const body = inQuery ? undefined : Object.fromEntries(fields)
    const answer = await this.send(method, inQuery && fields.size > 0 ? `${path}?${query}` : path, body, site)
    return answer as ControlApi[R]['response'] // The types come from the server's own description.
  }

  /** @internal Sends a request by its whole path, for the methods of this package. */
  async send(method: string, path: string, body?: object, site: CallSite = callSite(this.send)): Promise<unknown> {
    const call = api(this.url, `Bearer ${this.key}`)[method.toLowerCase() as 'get']
    const answer = await call<unknown>(path, body)
    if (answer.status >= 400) throw at(site, new Refusal(`The control request ${method} ${path}`, answer))
    return answer.body
  }
}
