import { OAuth2Error, PublicApplicationObject, UserObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Nullable, Optional, Type } from '../../../../validation/schema.ts'
import { presentPublicApplication } from '../../../accounts/applications/index.ts'
import { listAccessTokens } from '../../../accounts/authorizations/store.ts'
import { findUser, presentUser } from '../../../accounts/users/index.ts'
import { defaultPermissions, readConsent } from '../actions/consent.ts'
import { listManageableGuilds, ManageableGuild } from '../actions/manageable-guilds.ts'
import { AuthorizeQuery } from '../requests.ts'

const Authorization = Type.Object({
  application: PublicApplicationObject,
  bot: Optional(UserObject),
  user: UserObject,
  /** The person has granted every scope before, and the request adds no application and no webhook. */
  authorized: Type.Boolean(),
  scopes: Type.Array(Type.String()),
  redirect_uri: Nullable(Type.String()),
  integration_type: Type.Integer(),
  /** Contexts that the person may choose from: 0 a guild, 1 the person's account. Empty if there is no choice. */
  integration_types: Type.Array(Type.Integer()),
  permissions: Type.String(),
  guilds: Optional(Type.Array(ManageableGuild)),
})

/** Get Authorization: the request that the authorization page asks a person to consent to. */
export const oauth2GetAuthorization = operation({
  id: 'oauth2_get_authorization',
  method: 'GET',
  path: '/oauth2/authorize',
  callers: ['person'],
  unlisted: true,
  query: AuthorizeQuery,
  responses: { 200: Authorization },

  async run({ caller, query, work }) {
    const { application, scopes, redirect, fault, forUser, adds } = await readConsent(
      work,
      caller,
      query,
      query.integration_type,
    )
    if (fault) throw new OAuth2Error(fault.fault, fault.description)
    const pair = { application_id: application.id, user_id: caller.userId }
    const granted = new Set((await listAccessTokens(work, pair, work.now)).flatMap((token) => token.scopes.split(' ')))
    const bot = application.bot_id === null ? undefined : await findUser(work, application.bot_id)
    const installs = scopes.includes('bot') || scopes.includes('applications.commands')
    const asksForGuild = !forUser && installs
    return {
      application: presentPublicApplication(application),
      ...(bot ? { bot: presentUser(bot) } : {}),
      user: presentUser(caller.user),
      authorized: !adds && scopes.every((scope) => granted.has(scope)),
      scopes: [...scopes],
      redirect_uri: redirect,
      integration_type: forUser ? 1 : 0,
      integration_types: installs ? Object.keys(application.integration_types_config).map(Number) : [],
      permissions: (query.permissions ?? defaultPermissions(application)).toString(),
      ...(asksForGuild ? { guilds: await listManageableGuilds(work, caller) } : {}),
    }
  },
})
