import { ApiError, ATTACHMENTS_MAX, InteractionCallbackResponseObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent, Optional, SnowflakeId, Text, Type } from '../../../../validation/schema.ts'
import { presentResponse, respond } from '../actions/respond.ts'
import { isTokenValid } from '../model.ts'
import { CallbackBody, CallbackShape } from '../requests.ts'
import * as store from '../store.ts'

/** Create Interaction Response: the initial response, once and within 3 s. [SVC-4] */
export const createInteractionResponse = operation({
  id: 'create_interaction_response',
  method: 'POST',
  path: '/interactions/:interaction_id/:interaction_token/callback',
  callers: ['anyone'],
  params: Type.Object({ interaction_id: SnowflakeId, interaction_token: Text(1, 1000) }),
  async admit({ work, params }) {
    const found = await store.findInteractionByToken(work, params.interaction_token)
    if (found?.id !== params.interaction_id || !isTokenValid(found, work.now)) throw new ApiError('UNKNOWN_INTERACTION')
  },
  query: Type.Object({ with_response: Optional(Type.Boolean()) }),
  body: CallbackBody,
  bodyShape: CallbackShape,
  filesMax: ATTACHMENTS_MAX,
  responses: { 200: InteractionCallbackResponseObject, 204: NoContent },
  outsideGlobalLimit: true,
  hidesLimit: true,

  async run({ params, query, body, files, work, platform }) {
    const found = await store.findInteractionByToken(work, params.interaction_token)
    const interaction = found?.id === params.interaction_id ? found : undefined
    const response = await respond(work, platform, interaction, body, files)
    return query.with_response ? presentResponse(work, response, platform.attachmentUrls) : undefined
  },
})
