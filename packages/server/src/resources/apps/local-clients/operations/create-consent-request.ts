import { ApiError } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { userTopic } from '../../../../kernel/event.ts'
import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { findApplication } from '../../../accounts/applications/index.ts'
import { findSku } from '../../../commerce/skus/index.ts'
import { consentRequestCreate } from '../events.ts'
import { ConsentRequestBody } from '../requests.ts'

/**
 * Asks the person in their other clients, for a local client that has no window. Nothing is stored: the local client
 * withdraws the question when its connection or its time ends. [RPC-9]
 */
export const createConsentRequest = operation({
  id: 'create_consent_request',
  method: 'POST',
  path: '/users/@me/consent-requests',
  callers: ['person'],
  unlisted: true,
  body: ConsentRequestBody,
  responses: { 200: Type.Object({ id: Type.String() }) },
  limit: { limit: 30, windowMs: 60_000 },

  async run({ caller, body, work }) {
    const application = await findApplication(work, body.application_id)
    if (!application) throw new ApiError('UNKNOWN_APPLICATION')
    const sku = body.sku_id === undefined ? null : await findSku(work, body.sku_id)
    if (sku === undefined || (sku && sku.application_id !== application.id)) throw new ApiError('UNKNOWN_SKU')
    const { guild_id = null, permissions = null } = body.install ?? {}
    const view = guild_id === null ? null : (await guildForCaller(work, caller, guild_id)).view
    const guild = view && { id: view.id, name: view.guild.name }
    const id = work.nextId()
    work.emit(consentRequestCreate, userTopic(caller.userId), {
      userId: caller.userId,
      id,
      application,
      scopes: body.scopes,
      install: body.install ? { guild, permissions } : null,
      sku,
    })
    return { id: id.toString() }
  },
})
