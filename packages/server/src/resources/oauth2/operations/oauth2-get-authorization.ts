import { OAuth2Error } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { Type } from '../../../kernel/schema.ts'
import { presentPublicApplication } from '../../applications/index.ts'
import { findUser, presentUser } from '../../users/index.ts'
import { AuthorizeQuery, defaultPermissions, readConsent } from '../consent.ts'
import { manageableGuilds } from '../manageable-guilds.ts'
import * as store from '../store.ts'

/** What a person is asked to consent to: what the authorization page shows. */
export const oauth2GetAuthorization = operation({
  id: 'oauth2_get_authorization',
  method: 'GET',
  path: '/oauth2/authorize',
  callers: ['person'],
  unlisted: true,
  query: AuthorizeQuery,
  responses: { 200: Type.Object({}, { additionalProperties: true }) },

  async run({ caller, query, work }) {
    const { application, scopes, redirect, fault, forUser } = await readConsent(work, caller, query)
    if (fault) throw new OAuth2Error(fault.fault, fault.description)
    const pair = { application_id: application.id, user_id: caller.userId }
    const granted = new Set((await store.listAccess(work, pair, work.now)).flatMap((token) => token.scopes.split(' ')))
    const bot = application.bot_id === null ? undefined : await findUser(work, application.bot_id)
    const asksForGuild = !forUser && (scopes.includes('bot') || scopes.includes('applications.commands'))
    return {
      application: presentPublicApplication(application),
      ...(bot ? { bot: presentUser(bot) } : {}),
      user: presentUser(caller.user),
      authorized: scopes.every((scope) => granted.has(scope)),
      scopes,
      redirect_uri: redirect,
      integration_type: forUser ? 1 : 0,
      permissions: (query.permissions ?? defaultPermissions(application)).toString(),
      ...(asksForGuild ? { guilds: await manageableGuilds(work, caller) } : {}),
    }
  },
})
