import { HttpResponse, operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { gameOfBot, playerOf } from '../actions/for-caller.ts'
import { parseProfileData, writeProfile } from '../actions/write-profile.ts'
import { ProfileChanges, ProfileChangesShape, ProfileParams } from '../requests.ts'

/** Update Application Identity Profile: statistics of a player, by the server of the game. [END-62] [STA-7] [STA-8] */
export const updateApplicationIdentityProfile = operation({
  id: 'update_application_identity_profile',
  method: 'PATCH',
  path: '/applications/:application_id/users/:user_id/identities/:provider_issued_user_id/profile',
  callers: ['bot', 'bearer', 'person'],
  params: ProfileParams,
  body: ProfileChanges,
  bodyShape: ProfileChangesShape,
  responses: { 201: NoContent, 204: NoContent },

  async run({ caller, params, body, work }) {
    const application = await gameOfBot(work, caller, params.application_id)
    const user = await playerOf(work, application, params.user_id)
    const isFirst = await writeProfile(work, application, user, {
      externalId: params.provider_issued_user_id,
      username: body.username,
      data: body.data === undefined ? undefined : parseProfileData(body.data),
    })
    return isFirst ? new HttpResponse(201, null) : undefined
  },
})
