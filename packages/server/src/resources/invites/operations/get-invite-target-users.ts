import { demand } from '@guildhall/protocol'
import { HttpResponse, operation } from '../../../kernel/operation.ts'
import { Media, Text, Type } from '../../../validation/schema.ts'
import { manageable } from '../manageable.ts'
import { mayReadTargets } from '../rules.ts'
import { targetsOf } from '../target-users.ts'
import { targetUsersCsv } from '../target-users-file.ts'

/** Get Target Users: a CSV file. [END-51] [INV-1] */
export const getInviteTargetUsers = operation({
  id: 'get_invite_target_users',
  method: 'GET',
  path: '/invites/:code/target-users',
  callers: ['bot', 'person'],
  params: Type.Object({ code: Text(1, 100) }),
  responses: { 200: Media('text/csv') },

  async run({ caller, params, work }) {
    const { invite, standing } = await manageable(work, caller, params.code)
    demand(mayReadTargets(standing))
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="target_users.csv"',
    }
    return new HttpResponse(200, targetUsersCsv(await targetsOf(work, invite)), headers)
  },
})
