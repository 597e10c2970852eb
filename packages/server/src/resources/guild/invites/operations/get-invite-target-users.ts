import { demand } from '@guildhall/protocol'
import { HttpResponse, operation } from '../../../../kernel/operation.ts'
import { Media, Text, Type } from '../../../../validation/schema.ts'
import { inviteForCaller } from '../actions/standing.ts'
import { targetUserIds } from '../actions/target-users.ts'
import { mayReadTargets } from '../rules.ts'
import { targetUsersCsv } from '../target-users-csv.ts'

/** Get Target Users as a CSV file. [END-51] [INV-1] */
export const getInviteTargetUsers = operation({
  id: 'get_invite_target_users',
  method: 'GET',
  path: '/invites/:code/target-users',
  callers: ['bot', 'person'],
  params: Type.Object({ code: Text(1, 100) }),
  responses: { 200: Media('text/csv') },

  async run({ caller, params, work }) {
    const { invite, standing } = await inviteForCaller(work, caller, params.code)
    demand(mayReadTargets(standing))
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="target_users.csv"',
    }
    return new HttpResponse(200, targetUsersCsv(await targetUserIds(work, invite)), headers)
  },
})
