import { DEFAULT_LOCALE } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Optional, OptionalNullable, Type } from '../../../../validation/schema.ts'

const Claims = Type.Object({
  sub: Type.String(),
  email: OptionalNullable(Type.String()),
  email_verified: Optional(Type.Boolean()),
  preferred_username: Optional(Type.String()),
  nickname: OptionalNullable(Type.String()),
  picture: Optional(Type.String()),
  locale: Optional(Type.String()),
})

/** OpenID Connect UserInfo: claims about the token's user that its scopes cover. [AUT-4] */
export const getOpenidConnectUserinfo = operation({
  id: 'get_openid_connect_userinfo',
  method: 'GET',
  path: '/oauth2/userinfo',
  callers: ['bearer'],
  scope: 'openid',
  responses: { 200: Claims },

  async run({ caller: { user, scopes }, platform }) {
    const profile = {
      preferred_username: user.username,
      nickname: user.global_name,
      locale: user.locale ?? DEFAULT_LOCALE,
      ...(user.avatar === null ? {} : { picture: `${platform.addresses.cdn}/avatars/${user.id}/${user.avatar}.png` }),
    }
    return {
      sub: user.id.toString(),
      ...(scopes.has('identify') ? profile : {}),
      ...(scopes.has('email') ? { email: user.email, email_verified: user.verified } : {}),
    }
  },
})
