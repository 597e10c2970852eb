import { deleteOauth2Token } from './delete-oauth2-token.ts'
import { getMyOauth2Authorization } from './get-my-oauth2-authorization.ts'
import { getOpenidConnectUserinfo } from './get-openid-connect-userinfo.ts'
import { getPublicKeys } from './get-public-keys.ts'
import { listOauth2Tokens } from './list-oauth2-tokens.ts'
import { oauth2Authorize } from './oauth2-authorize.ts'
import { oauth2DeviceAuthorize } from './oauth2-device-authorize.ts'
import { oauth2DeviceFinish } from './oauth2-device-finish.ts'
import { oauth2DeviceVerify } from './oauth2-device-verify.ts'
import { oauth2GetAuthorization } from './oauth2-get-authorization.ts'
import { oauth2RevokeToken } from './oauth2-revoke-token.ts'
import { oauth2RpcToken } from './oauth2-rpc-token.ts'
import { oauth2Token } from './oauth2-token.ts'
import { redeemRpcToken } from './redeem-rpc-token.ts'

export const oauth2Operations = [
  deleteOauth2Token,
  getMyOauth2Authorization,
  getOpenidConnectUserinfo,
  getPublicKeys,
  listOauth2Tokens,
  oauth2Authorize,
  oauth2DeviceAuthorize,
  oauth2DeviceFinish,
  oauth2DeviceVerify,
  oauth2GetAuthorization,
  oauth2RevokeToken,
  oauth2RpcToken,
  oauth2Token,
  redeemRpcToken,
]
