import { ProfileWidgetObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { replaceWidgets } from '../actions/profile-widgets.ts'
import { ProfileWidgets } from '../requests.ts'

/** Modify Profile Widgets: replaces the widgets on the caller's own profile. */
export const replaceMyWidgets = operation({
  id: 'replace_my_widgets',
  method: 'PUT',
  path: '/users/@me/widgets',
  callers: ['person'],
  unlisted: true,
  body: ProfileWidgets,
  responses: { 200: Type.Array(ProfileWidgetObject) },

  async run({ caller, body, work }) {
    const ids = body.widgets.map(({ data }) => data.application_id)
    return replaceWidgets(work, caller.userId, ids)
  },
})
