import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { linkProvider } from '../actions/link.ts'
import { cookieOf } from '../model.ts'
import { CodeBody } from '../requests.ts'

/** Link My Provider: the account at a provider with which the browser has just signed in becomes the person's. */
export const linkMyProvider = operation({
  id: 'link_my_provider',
  method: 'POST',
  path: '/users/@me/sso',
  callers: ['person'],
  freshFactor: true,
  unlisted: true,
  body: CodeBody,
  responses: { 204: NoContent },

  async run({ body, work, caller, header }) {
    await linkProvider(work, caller.user, { code: body.code, cookie: cookieOf(header('cookie')) })
  },
})
