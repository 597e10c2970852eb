import { IntegrationType } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { Int, Optional, SnowflakeId, Text, Type } from '../../../kernel/schema.ts'
import { installForUser } from '../installs.ts'

/** A person adds an application to their own account, or says no: where to go on from there. */
export const authorizeApplication = operation({
  id: 'authorize_application',
  method: 'POST',
  path: '/oauth2/authorize',
  callers: ['person'],
  unlisted: true,
  query: Type.Object({
    client_id: SnowflakeId,
    scope: Text(1, 1_000),
    integration_type: Optional(Int(0, 1)),
  }),
  body: Type.Object({ authorize: Type.Boolean(), integration_type: Optional(Int(0, 1)) }),
  answers: { 200: Type.Object({ location: Type.String() }) },

  async run({ caller, query, body, work, platform }) {
    const location = `${platform.addresses.url}/oauth2/authorized`
    if (!body.authorize) return { location: `${location}?error=access_denied` }
    const integration_type = body.integration_type ?? query.integration_type ?? IntegrationType.GUILD_INSTALL
    await installForUser(work, caller, { ...query, integration_type })
    return { location }
  },
})
