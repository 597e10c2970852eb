import { ApiFailure } from '@guildhall/client'
import {
  type ControlApi,
  type ControlGiven,
  type ControlRoute,
  ControlClient as CoreControlClient,
  controlRequest,
} from '@guildhall/client/control'
import { at, callSite } from '../acting/call-site.ts'
import { Refusal } from '../acting/refusal.ts'

/** Typed client of the control API, whose errors name the line of the test. */
export class ControlClient extends CoreControlClient {
  /**
   * Sends a request: `request('POST /people', { username: 'dora' })`. Parameters of the path, the query and the body
   * are one object. Returns the body of the response, null without one.
   * @throws Refusal
   */
  override async request<R extends ControlRoute>(
    route: R,
    ...given: ControlGiven<R>
  ): Promise<ControlApi[R]['response']> {
    const site = callSite(this.request)
    try {
      return await super.request(route, ...given)
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      if (error.status === 0) throw error.cause ?? error
      const { method, path } = controlRequest(route, given[0] as object | undefined)
      throw at(site, new Refusal(`The control request ${method} ${path}`, answerOf(error)))
    }
  }
}

function answerOf({ status, code, errors, text }: ApiFailure): ConstructorParameters<typeof Refusal>[1] {
  return { status, body: parsed(text), headers: new Headers(), code: code === 0 ? undefined : code, errors }
}

/** Returns a body of JSON parsed, another one as its text, and null without one. */
function parsed(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return text
  }
}
